import type { FinishReason } from 'ai'
import type { MessageUsage } from '#db/entities/message.ts'
import { type AppError, isAppError } from '../app-error.ts'
import type { Logger } from '../log.ts'
import { addUsage, NO_USAGE } from './message-usage.ts'
import { type FinalStatus, finalChunks, type ReplyChunk } from './reply-chunk.ts'
import { createReplyParts, type ReplyParts } from './reply-parts.ts'

type GenerationIds = {
  chatId: string
  userId: string
  /** The user's message that is answered. */
  userMessageId: string
  /** The reply. */
  messageId: string
  generationId: string
}

export type FinalReply = {
  status: FinalStatus
  usage: MessageUsage
}

type GenerationInput = GenerationIds & {
  log: Logger
  /** Starts the model; called at once. */
  call(generation: Generation): AsyncIterable<ReplyChunk>
  /** Resolves when the turn's rows are committed; rejects when the turn was refused. */
  committed: Promise<void>
  /** Stores the reply for good; called once, before the last chunk is given out. */
  store(generation: Generation, final: FinalReply): Promise<void>
  onEnd(generation: Generation, final: FinalReply): void
}

/** What one reply may hold in memory, images of documents included; past it the reply is cut. */
const MAX_REPLY_CHARACTERS = 16 * 1024 * 1024

/**
 * A running reply. It consumes the model's stream to the end whoever listens,
 * keeps the chunks for late listeners, and is ended by the model, by `stop`,
 * or by an error. Nothing is given to a listener before the turn is committed.
 */
export type Generation = GenerationIds & {
  parts: ReplyParts
  /** Counts changes, so that the periodic store can tell whether there are any. */
  revision: number
  abortSignal: AbortSignal
  /** Adds a chunk from outside the model: a tool's progress, a title. */
  emit(chunk: ReplyChunk): void
  /** Ends the reply; what has been written stands. */
  stop(status: 'stopped' | 'interrupted' | 'abandoned'): void
  /** Yields the chunks from the start, in batches of what has come since the last. */
  listen(signal?: AbortSignal): AsyncGenerator<ReplyChunk[], void, void>
  /** Resolves at the first chunk that says something, or at the end: 'failed' when that was an error. */
  firstPart: Promise<'started' | 'failed'>
  /** Resolves when the reply is stored and has left the registry. */
  ended: Promise<void>
}

/** Starts a reply; see {@link Generation}. */
export function startGeneration(input: GenerationInput): Generation {
  const { chatId, userId, userMessageId, messageId, generationId, log } = input
  const abort = new AbortController()
  const chunks: ReplyChunk[] = [{ type: 'start', messageId }]
  const first = Promise.withResolvers<'started' | 'failed'>()
  const ended = Promise.withResolvers<void>()
  let more = Promise.withResolvers<void>()
  let waiting = false
  let done = false
  let stopStatus: 'stopped' | 'interrupted' | 'abandoned' | undefined
  let size = 0
  let usage = NO_USAGE
  let finishReason: FinishReason = 'other'

  const generation: Generation = {
    chatId,
    userId,
    userMessageId,
    messageId,
    generationId,
    parts: createReplyParts(),
    revision: 0,
    abortSignal: abort.signal,
    emit: append,
    stop(status) {
      if (done || stopStatus) return
      stopStatus = status
      abort.abort(new DOMException(`The reply was ${status}.`, 'AbortError'))
    },
    listen,
    firstPart: first.promise,
    ended: ended.promise,
  }

  function append(chunk: ReplyChunk) {
    if (done) return
    chunks.push(chunk)
    generation.parts.apply(chunk)
    generation.revision += 1
    size += sizeOf(chunk)
    if (chunk.type !== 'start-step') first.resolve('started')
    wake()
  }

  /** Listeners that wait are woken once per turn of the event loop, whatever has come. */
  function wake() {
    if (!waiting) return
    waiting = false
    const { resolve } = more
    more = Promise.withResolvers()
    resolve()
  }

  async function* listen(signal?: AbortSignal) {
    let index = 0
    // A listener that goes wakes all: to race each wait against its signal
    // would leave something on the signal for every batch of the reply.
    signal?.addEventListener('abort', wake, { once: true })
    while (!signal?.aborted) {
      if (index < chunks.length) {
        const batch = index === 0 && done ? chunks : chunks.slice(index)
        index = chunks.length
        yield batch
      } else if (done) {
        return
      } else {
        waiting = true
        await more.promise
      }
    }
  }

  async function consume() {
    for await (const chunk of input.call(generation)) {
      // A provider that goes on after its abort is not listened to.
      if (abort.signal.aborted) return
      if (chunk.type === 'finish-step') {
        usage = addUsage(usage, chunk.usage)
        finishReason = chunk.finishReason
      }
      append(chunk)
      if (size > MAX_REPLY_CHARACTERS) throw new Error('The reply is too long; it was cut.')
    }
  }

  async function run() {
    let failure: unknown
    try {
      await consume()
    } catch (error) {
      if (!stopStatus) failure = error ?? new Error('The model failed without a reason.')
    }
    const status = finalStatus(failure, stopStatus)
    try {
      await input.committed
    } catch {
      return finish('failed')
    }
    if (failure) logFailure(log, failure, generation)
    await close(status)
  }

  async function close(status: FinalStatus) {
    const final: FinalReply = { status, usage }
    let stored = status
    try {
      if (stopStatus !== 'abandoned') await input.store(generation, final)
    } catch (err) {
      log.error({ err, messageId }, 'reply could not be stored')
      stored = 'failed'
    }
    input.onEnd(generation, final)
    if (stored === 'failed') first.resolve('failed')
    for (const chunk of finalChunks({ status: stored, finishReason, usage })) append(chunk)
    finish('started')
  }

  function finish(result: 'started' | 'failed') {
    done = true
    first.resolve(result)
    ended.resolve()
    wake()
  }

  // Whoever waits for the claim gets its error; here it only ends the run.
  input.committed.catch(() => {})
  void run()
  return generation
}

function sizeOf(chunk: ReplyChunk): number {
  if ('delta' in chunk) return chunk.delta.length
  if (chunk.type === 'tool-input-delta') return chunk.inputTextDelta.length
  if (!('data' in chunk)) return 0
  return typeof chunk.data === 'string' ? chunk.data.length : 200
}

function finalStatus(failure: unknown, stopped: string | undefined): FinalStatus {
  if (stopped === 'stopped') return 'stopped'
  if (stopped) return 'interrupted'
  return failure ? 'failed' : 'complete'
}

function logFailure(log: Logger, err: unknown, { chatId, messageId }: Generation) {
  const expected: AppError | null = isAppError(err) ? err : null
  log.error({ err, chatId, messageId }, expected?.message ?? 'reply failed')
}
