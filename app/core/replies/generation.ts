import type { FinishReason } from 'ai'
import type { ErrorKind } from '#db/entities/message.ts'
import { FAILURE_WORDS, failureKind, ReplyFailure } from '../ai/failure-kind.ts'
import type { Logger } from '../log.ts'
import { createChunkLog } from './chunk-log.ts'
import type { Turn } from './claim-turn.ts'
import { addUsage, NO_USAGE } from './message-usage.ts'
import {
  type FinalReply,
  type FinalStatus,
  finalChunks,
  isModelPart,
  type ReplyChunk,
} from './reply-chunk.ts'
import { createReplyParts, type ReplyParts } from './reply-parts.ts'
import { createThinkingClock } from './thinking-time.ts'

type GenerationIds = Pick<Turn, 'chatId' | 'userId' | 'replyId' | 'generationId'> & {
  /** Whether messages that its turn has replaced wait, to come back if it ends without a part. */
  hasReplaced: boolean
}

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
  /**
   * Stores the final reply; called once, before the last chunks are passed on.
   * Resolves to whether the reply still had its row.
   */
  store(generation: Generation, final: FinalReply): Promise<boolean>
  /** @param final what the clients are told: a reply that could not be stored has failed */
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
  /** Waits until nobody listens, for at most `ms` milliseconds; resolves to whether nobody does. */
  untilUnread(ms: number): Promise<boolean>
  /** Resolves at the model's first part, or at the end: 'failed' when the reply failed before it. */
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
  const { chatId, userId, replyId, generationId, hasReplaced, log } = input
  const abort = new AbortController()
  const chunks = createChunkLog({ type: 'start', messageId: replyId })
  const timeThinking = createThinkingClock()
  const firstPart = Promise.withResolvers<'started' | 'failed'>()
  const ended = Promise.withResolvers<void>()
  let stopReason: StopReason | undefined
  let hasEnded = false
  let hasModelPart = false
  let characters = 0
  let usage = NO_USAGE
  let finishReason: FinishReason = 'other'

  const generation: Generation = {
    chatId,
    userId,
    replyId,
    generationId,
    hasReplaced,
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
    untilUnread: chunks.untilUnread,
    firstPart: firstPart.promise,
    ended: ended.promise,
  }

  function append(chunk: ReplyChunk) {
    if (hasEnded) return
    generation.parts.apply(chunk)
    generation.revision += 1
    characters += charactersOf(chunk)
    if (!hasModelPart && isModelPart(chunk)) {
      hasModelPart = true
      firstPart.resolve('started')
    }
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
      append(timeThinking(chunk))
      if (characters > MAX_REPLY_CHARACTERS) {
        throw new ReplyFailure('cut', 'The reply is too long; it was cut.')
      }
    }
    if (!abort.signal.aborted && generation.parts.isBlank()) {
      throw new ReplyFailure('empty', 'The model ended without writing anything.')
    }
  }

  async function run() {
    let errorKind: ErrorKind | null = null
    try {
      await readModel()
    } catch (error) {
      if (!stopReason) errorKind = failureKind(error, hasModelPart)
      if (errorKind) logFailure(log, error, errorKind, generation)
    }
    await finish({ status: finalStatus(errorKind, stopReason), errorKind, usage })
  }

  async function finish(reply: FinalReply) {
    const final = await store(reply)
    input.onEnd(generation, final)
    if (final.status === 'failed') firstPart.resolve('failed')
    for (const chunk of finalChunks({ ...final, finishReason })) append(chunk)
    end()
  }

  /** @returns what the client is told: a reply that is not stored has failed */
  async function store(final: FinalReply): Promise<FinalReply> {
    if (stopReason === 'abandoned') return final
    try {
      const isStored = await input.store(generation, final)
      return isStored ? final : { ...final, status: 'interrupted', errorKind: null }
    } catch (err) {
      log.error({ err, replyId }, 'reply could not be stored')
      return { ...final, status: 'failed', errorKind: 'unknown' }
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
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.delta.length
    case 'tool-input-delta':
      return chunk.inputTextDelta.length
    case 'tool-input-available':
      return lengthOf(chunk.input)
    case 'tool-output-available':
      return lengthOf(chunk.output)
    default:
      return 'data' in chunk ? lengthOf(chunk.data) : 0
  }
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : JSON.stringify(value ?? null).length
}

function finalStatus(errorKind: ErrorKind | null, stopReason: StopReason | undefined): FinalStatus {
  if (stopReason === 'stopped') return 'stopped'
  if (stopReason) return 'interrupted'
  return errorKind ? 'failed' : 'complete'
}

function logFailure(
  log: Logger,
  error: unknown,
  errorKind: ErrorKind,
  { chatId, replyId }: Generation,
) {
  const err = error ?? new Error('The model failed without a reason.')
  log.error({ err, errorKind, chatId, replyId }, `reply failed: ${FAILURE_WORDS[errorKind]}`)
}
