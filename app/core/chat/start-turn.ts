import { randomUUID } from 'node:crypto'
import type { ChatModelId } from '../ai/chat-models.ts'
import { chatInstructions } from '../ai/prompts.ts'
import { createChatTools, type ToolContext } from '../ai/tools/chat-tools.ts'
import { AppError } from '../app-error.ts'
import type { Logger } from '../log.ts'
import { observeFirstDelta } from '../metrics/metrics.ts'
import type { Services } from '../services.server.ts'
import { announceTitle } from './announce-title.ts'
import { titleJobId } from './chat-title.ts'
import { type Claim, claimTurn, type Turn } from './claim-turn.ts'
import { type Generation, startGeneration } from './generation.ts'
import type { Generations } from './generations.ts'
import { callModel } from './model-reply.ts'
import type { ConversationMessage } from './normalise-messages.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import { storeReply } from './store-reply.ts'
import { toModelMessages } from './to-model-messages.ts'

/** Replies of one user that may be written at once, in all processes together. */
export const MAX_RUNNING_REPLIES = 20

export type TurnContext = {
  services: Services
  generations: Generations
  log: Logger
  requestId: string
}

export type TurnInput = {
  chatId: string
  userId: string
  conversation: ConversationMessage[]
  selectedChatModel: ChatModelId
  /** The service's public origin, to tell our own image URLs. */
  origin: string
}

export type StartedTurn =
  | { kind: 'local'; generation: Generation }
  /** Another process writes this reply. */
  | { kind: 'elsewhere'; messageId: string }

/**
 * Starts the reply to the last message of a conversation, or joins the one
 * that already answers it. The model is called at once, while the chat and the
 * messages are written; nothing of the reply leaves before that is committed.
 *
 * @throws {AppError} not-owner, conflict, invalid (an image that cannot be
 *   used), rate-limited when the user has too many replies running, unavailable
 *   while the process drains
 */
export async function startTurn(context: TurnContext, input: TurnInput): Promise<StartedTurn> {
  const { services, generations } = context
  const startedAt = performance.now()
  const chatModel = services.models.chat(input.selectedChatModel)
  const messages = await toModelMessages(services, input.origin, input.conversation)
  // Nothing is waited for between this and `starting`, or a drain could pass between.
  if (generations.isDraining()) {
    throw new AppError('unavailable', 'This server is restarting. Send the message again.', {
      retryAfter: 1,
    })
  }
  const turn: Turn = {
    chatId: input.chatId,
    userId: input.userId,
    conversation: input.conversation,
    messageId: randomUUID(),
    generationId: randomUUID(),
    model: chatModel.name,
    maxRunning: services.env.RATE_LIMITS === 'off' ? null : MAX_RUNNING_REPLIES,
  }
  const claim = claimTurn(services.orm.em.fork(), turn)
  generations.starting(claim)
  const generation = startGeneration({
    ...turn,
    userMessageId: input.conversation.at(-1)?.id ?? '',
    log: context.log,
    committed: claim.then(({ kind }) => {
      if (kind === 'join') throw new Error('joined another reply')
    }),
    call: (self) =>
      callModel({
        chatModel,
        instructions: chatInstructions({ toolsEnabled: chatModel.toolsEnabled }),
        messages,
        tools: createChatTools(toolContext(context, self, claim)),
        abortSignal: self.abortSignal,
      }),
    store: (self, final) => storeReply(services.orm, self, final),
    onEnd: (self, { status, usage }) => {
      unsubscribe()
      services.metrics.replyEnded({ model: turn.model, outcome: status, usage })
      generations.remove(self)
      void publishEnd(context, self)
    },
  })
  const unsubscribe = services.signals.subscribe(`stop:${turn.messageId}`, (why) => {
    // A signal that was missed is found in the row, with the next heartbeat.
    if (why === 'signal') generation.stop('stopped')
  })
  const started = await settle(context, input, generation, claim, unsubscribe)
  if (started.kind === 'local' && started.generation === generation) {
    void observeFirstDelta(services.metrics, generation, turn.model, startedAt)
  }
  return started
}

async function settle(
  { services, generations, requestId }: TurnContext,
  input: TurnInput,
  generation: Generation,
  claim: Promise<Claim>,
  unsubscribe: () => void,
): Promise<StartedTurn> {
  let claimed: Claim
  try {
    claimed = await claim
  } catch (error) {
    unsubscribe()
    generation.stop('abandoned')
    throw error
  }
  if (claimed.kind === 'join') {
    unsubscribe()
    generation.stop('abandoned')
    const running = generations.ofChat(input.chatId)
    return running?.messageId === claimed.messageId
      ? { kind: 'local', generation: running }
      : { kind: 'elsewhere', messageId: claimed.messageId }
  }
  generations.add(generation)
  if (claimed.newChatAt) {
    services.jobs.enqueueOrLog('generate-title', titleJobId(input.chatId, claimed.newChatAt), {
      chatId: input.chatId,
      requestId,
    })
    announceTitle(services, generation)
  }
  return { kind: 'local', generation }
}

function toolContext(
  { services, log, requestId }: TurnContext,
  generation: Generation,
  claim: Promise<Claim>,
): ToolContext {
  const committed = claim.then(() => {})
  committed.catch(() => {})
  return {
    userId: generation.userId,
    chatId: generation.chatId,
    messageId: generation.messageId,
    abortSignal: generation.abortSignal,
    committed,
    em: () => services.orm.em.fork(),
    emit: (name, data) =>
      generation.emit({ type: `data-${name}`, data, transient: true } as ReplyChunk),
    models: services.models,
    signals: services.signals,
    jobs: services.jobs,
    weatherBaseUrl: services.env.WEATHER_BASE_URL,
    log,
    requestId,
  }
}

async function publishEnd({ services, log }: TurnContext, { messageId }: Generation) {
  try {
    await services.signals.publish(services.orm.em.fork(), `reply:${messageId}`)
  } catch (err) {
    log.warn({ err, messageId }, 'end of reply not signalled; followers will poll')
  }
}
