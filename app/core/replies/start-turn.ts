import { randomUUID } from 'node:crypto'
import type { StreamFormat } from '#db/entities/message.ts'
import type { ChatModelId } from '../ai/chat-models.ts'
import type { ChatModel } from '../ai/models.ts'
import { chatInstructions } from '../ai/prompts.ts'
import { createChatTools } from '../ai/tools/chat-tools.ts'
import type { ToolContext } from '../ai/tools/tool-context.ts'
import { AppError } from '../app-error.ts'
import { titleJobId } from '../chat/chat-title.ts'
import type { ConversationMessage } from '../chat/normalise-messages.ts'
import { type Instructions, readInstructions } from '../instructions/read-instructions.ts'
import type { Logger } from '../log.ts'
import { observeFirstPart } from '../metrics/metrics.ts'
import type { Services } from '../services.server.ts'
import type { Signals } from '../signals.ts'
import { announceTitle } from './announce-title.ts'
import { callModel } from './call-model.ts'
import { claimFreeChat } from './claim-free-chat.ts'
import type { Turn } from './claim-turn.ts'
import { type Generation, startGeneration } from './generation.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import { locateReply, type ReplySource } from './open-reply.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import { restoreImages } from './restore-images.ts'
import { stopIfUnread } from './stop-unread-reply.ts'
import { storeFinalReply } from './store-reply.ts'
import { toModelMessages } from './to-model-messages.ts'
import { writeAsReply } from './write-as-reply.ts'

/** Replies of one user that may be written at once, in all processes together. */
export const MAX_REPLIES_OF_USER = 20

/** Seconds after which a client should try again when this process writes as many replies as it may. */
const FULL_RETRY_AFTER = 5

type TurnContext = {
  services: Services
  generations: GenerationRegistry
  log: Logger
  requestId: string
}

type TurnInput = {
  chatId: string
  userId: string
  conversation: ConversationMessage[]
  selectedChatModel: ChatModelId
  /** The format in which the reply is asked for; null where a page's form asks. */
  streamFormat: StreamFormat | null
  /** The service's public origin, which the URLs of its own images begin with. */
  origin: string
}

type TurnWork = {
  turn: Turn
  chatModel: ChatModel
  messages: Awaited<ReturnType<typeof toModelMessages>>
  /** Read while the turn is claimed, so that it takes no time of its own. */
  own: Promise<Instructions>
}

/**
 * Starts the reply to the last message of a conversation, or joins the reply
 * that is being written to it already. The model is called once the chat, the
 * messages and the reply's row are committed, so a turn that is refused sends
 * nothing to the provider.
 *
 * @returns where the reply is read from
 * @throws {AppError} not-owner, conflict, invalid (an image that cannot be
 *   used), rate-limited when the user has too many replies running, unavailable
 *   while the process drains or writes as many replies as it may
 */
export async function startTurn(context: TurnContext, input: TurnInput): Promise<ReplySource> {
  const { services, generations } = context
  const startedAt = performance.now()
  const chatModel = services.models.chat(input.selectedChatModel)
  const conversation = await restoreImages(() => services.orm.em.fork(), input, input.conversation)
  const messages = await toModelMessages(services, input.origin, conversation)
  // No `await` may stand between this check and `trackClaim`: a drain that
  // began in between would not wait for this turn.
  if (generations.isDraining()) {
    throw new AppError('unavailable', 'This server is restarting. Send the message again.', {
      retryAfter: 1,
    })
  }
  // A retry of the message whose reply runs here joins it.
  if (generations.isFull() && !generations.findByChat(input.chatId)) {
    throw new AppError(
      'unavailable',
      'This server writes as many replies as it can right now. Send the message again in a moment.',
      { retryAfter: FULL_RETRY_AFTER },
    )
  }
  const turn: Turn = {
    chatId: input.chatId,
    userId: input.userId,
    conversation,
    replyId: randomUUID(),
    generationId: randomUUID(),
    model: chatModel.name,
    streamFormat: input.streamFormat,
    maxRunning: services.env.RATE_LIMITS === 'off' ? null : MAX_REPLIES_OF_USER,
  }
  const own = readInstructions(services.orm.em.fork(), input)
  // A turn that is refused asks no model.
  own.catch(() => {})
  const work = { turn, chatModel, messages, own }
  const source = await generations.trackClaim(claimAndReply(context, work))
  if (source.kind === 'local' && source.generation.replyId === turn.replyId) {
    void observeFirstPart(services.metrics, source.generation, turn.model, startedAt)
  }
  return source
}

/** Claims the turn, then starts its reply and registers it; or finds the reply to join. */
async function claimAndReply(context: TurnContext, work: TurnWork): Promise<ReplySource> {
  const { services, generations, requestId } = context
  const { turn } = work
  const { chatId, userId } = turn
  const claim = await claimFreeChat(context, turn)
  if (claim.kind === 'join') return locateReply(generations, { chatId, replyId: claim.replyId })
  const generation = generateReply(context, work, claim)
  generations.add(generation)
  services.relay.forward(generation)
  if (claim.newChatAt) {
    const jobId = titleJobId(chatId, claim.newChatAt)
    services.jobs.enqueueOrLog('generate-title', jobId, { chatId, userId, requestId })
    announceTitle(services, generation)
  }
  return { kind: 'local', generation }
}

/** Calls the model for a turn, with the turn's tools, and stops it when that is signalled. */
function generateReply(
  context: TurnContext,
  { turn, chatModel, messages, own }: TurnWork,
  { hasReplaced }: { hasReplaced: boolean },
): Generation {
  const { services, generations, log } = context
  const generation = startGeneration({
    ...turn,
    hasReplaced,
    log,
    call: (self) =>
      callModel({
        chatModel,
        instructions: instructionsOf(chatModel, own),
        messages,
        tools: createChatTools(toolContext(context, self)),
        abortSignal: self.abortSignal,
        log,
        onSpent: (tokens) => services.ledger.spend(tokens, turn),
      }),
    store: (self, final) => storeFinalReply(services.orm, self, final),
    onEnd: (self, { status, usage }) => {
      services.metrics.replyEnded({ model: turn.model, outcome: status, usage })
      generations.remove(self)
      services.relay.announceEnd(self.replyId)
    },
  })
  stopWhenSignalled(services.signals, generation)
  return generation
}

async function instructionsOf({ toolsEnabled }: ChatModel, own: Promise<Instructions>) {
  return chatInstructions({ toolsEnabled, own: await own })
}

/** A stop whose signal was missed is found in the row when the reply is stored next. */
function stopWhenSignalled(signals: Signals, generation: Generation) {
  const { replyId } = generation
  const unsubscribeStop = signals.subscribe(`stop:${replyId}`, (reason) => {
    if (reason === 'signal') generation.stop('stopped')
  })
  const unsubscribeUnread = signals.subscribe(`stop-if-unread:${replyId}`, (reason) => {
    if (reason === 'signal') void stopIfUnread(generation)
  })
  void generation.ended.then(() => {
    unsubscribeStop()
    unsubscribeUnread()
  })
}

function toolContext(
  { services, log, requestId }: TurnContext,
  generation: Generation,
): ToolContext {
  return {
    userId: generation.userId,
    chatId: generation.chatId,
    replyId: generation.replyId,
    abortSignal: generation.abortSignal,
    em: () => services.orm.em.fork(),
    write: (work) => writeAsReply(services.orm.em.fork(), generation, work),
    emit: (name, data) =>
      generation.emit({ type: `data-${name}`, data, transient: true } as ReplyChunk),
    models: services.models,
    spend: (tokens) => services.ledger.spend(tokens, generation),
    signals: services.signals,
    jobs: services.jobs,
    weatherBaseUrl: services.env.WEATHER_BASE_URL,
    log,
    requestId,
  }
}
