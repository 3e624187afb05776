import type { FinishReason } from 'ai'
import { isAppError } from '../app-error.ts'
import type { Logger } from '../log.ts'
import { createChunkLog } from './chunk-log.ts'
import type { Turn } from './claim-turn.ts'
import { addUsage, NO_USAGE } from './message-usage.ts'
import { type FinalReply, type FinalStatus, finalChunks, type ReplyChunk } from './reply-chunk.ts'
import { createReplyParts, type ReplyParts } from './reply-parts.ts'

type GenerationIds = Pick<Turn, 'chatId' | 'userId' | 'replyId' | 'generationId'>

/**
 * Why a reply is ended before the model has finished: its user stopped it, this
 * process shuts down, or it is `abandoned`, because its row is no longer this
 * generation's: nothing more of it is stored.
 */
type StopReason = 'stopped' | 'interrupted' | 'abandoned'

type GenerationInput = GenerationIds & {
  log: Logger
  /** Calls the model. This is done at once. */
  call(generation: Generation): AsyncIterable<ReplyChunk>
  /** Stores the final reply; called once, before the last chunks are passed on. */
  store(generation: Generation, final: FinalReply): Promise<void>
  onEnd(generation: Generation, final: FinalReply): void
}

/**
 * A reply that this process is writing. It reads the model's stream to the end,
 * whoever listens, and is ended by the model, by `stop`, or by an error.
 */
export type Generation = GenerationIds & {
  parts: ReplyParts
  /** Counts the chunks, so that the periodic store can tell whether there are new ones. */
  revision: number
  /** Aborts when the reply is ended before the model has finished. */
  abortSignal: AbortSignal
  /** Adds a chunk that is not the model's: a data part of a tool, or the title. */
  emit(chunk: ReplyChunk): void
  /** Ends the reply early; what was written so far is kept. */
  stop(reason: StopReason): void
  /** Yields the chunks from the start, in batches. */
  listen(signal?: AbortSignal): AsyncGenerator<ReplyChunk[], void, void>
  /** Resolves at the first part, or at the end: 'failed' when the reply failed before it. */
  firstPart: Promise<'started' | 'failed'>
  /** Resolves when the reply is stored, or will not be. */
  ended: Promise<void>
}

/** Characters of one reply at most, images of documents included: it is held in memory. */
const MAX_REPLY_CHARACTERS = 16 * 1024 * 1024

/**
 * Starts to write a reply: calls the model, collects its chunks for listeners
 * and for the store, and stores the reply at the end.
 */
export function startGeneration(input: GenerationInput): Generation {
  const { chatId, userId, replyId, generationId, log } = input
  const abort = new AbortController()
  const chunks = createChunkLog({ type: 'start', messageId: replyId })
  const firstPart = Promise.withResolvers<'started' | 'failed'>()
  const ended = Promise.withResolvers<void>()
  let stopReason: StopReason | undefined
  let hasEnded = false
  let characters = 0
  let usage = NO_USAGE
  let finishReason: FinishReason = 'other'

  const generation: Generation = {
    chatId,
    userId,
    replyId,
    generationId,
    parts: createReplyParts(),
    revision: 0,
    abortSignal: abort.signal,
    emit: append,
    stop(reason) {
      if (hasEnded || stopReason) return
      stopReason = reason
      abort.abort(new DOMException(`The reply was ${reason}.`, 'AbortError'))
    },
    listen: chunks.listen,
    firstPart: firstPart.promise,
    ended: ended.promise,
  }

  function append(chunk: ReplyChunk) {
    if (hasEnded) return
    generation.parts.apply(chunk)
    generation.revision += 1
    characters += charactersOf(chunk)
    if (chunk.type !== 'start-step') firstPart.resolve('started')
    chunks.append(chunk)
  }

  async function readModel() {
    for await (const chunk of input.call(generation)) {
      // The provider may go on for a moment after it was told to stop.
      if (abort.signal.aborted) return
      if (chunk.type === 'finish-step') {
        usage = addUsage(usage, chunk.usage)
        finishReason = chunk.finishReason
      }
      append(chunk)
      if (characters > MAX_REPLY_CHARACTERS) throw new Error('The reply is too long; it was cut.')
    }
  }

  async function run() {
    let failure: unknown
    try {
      await readModel()
    } catch (error) {
      if (!stopReason) failure = error ?? new Error('The model failed without a reason.')
    }
    const status = finalStatus(failure, stopReason)
    if (failure) logFailure(log, failure, generation)
    await finish(status)
  }

  async function finish(status: FinalStatus) {
    const storedStatus = await store({ status, usage })
    input.onEnd(generation, { status, usage })
    if (storedStatus === 'failed') firstPart.resolve('failed')
    for (const chunk of finalChunks({ status: storedStatus, finishReason, usage })) append(chunk)
    end()
  }

  /** @returns the status that the client is told: a reply that is not stored has failed */
  async function store(final: FinalReply): Promise<FinalStatus> {
    if (stopReason === 'abandoned') return final.status
    try {
      await input.store(generation, final)
      return final.status
    } catch (err) {
      log.error({ err, replyId }, 'reply could not be stored')
      return 'failed'
    }
  }

  function end() {
    hasEnded = true
    firstPart.resolve('started')
    ended.resolve()
    chunks.close()
  }

  void run()
  return generation
}

function charactersOf(chunk: ReplyChunk): number {
  if ('delta' in chunk) return chunk.delta.length
  if (chunk.type === 'tool-input-delta') return chunk.inputTextDelta.length
  if (!('data' in chunk)) return 0
  // An estimate for a suggestion, the only data that is no text.
  return typeof chunk.data === 'string' ? chunk.data.length : 200
}

function finalStatus(failure: unknown, stopReason: StopReason | undefined): FinalStatus {
  if (stopReason === 'stopped') return 'stopped'
  if (stopReason) return 'interrupted'
  return failure ? 'failed' : 'complete'
}

function logFailure(log: Logger, err: unknown, { chatId, replyId }: Generation) {
  log.error({ err, chatId, replyId }, isAppError(err) ? err.message : 'reply failed')
}
