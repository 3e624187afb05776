import type { LanguageModelV4StreamPart } from './provider-types.ts'

type Delta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'reasoning-delta' }>

type MergeOptions = {
  /** Called for each part of the model's output that arrives, before any merging. */
  onOutput?: () => void
  /** Called once, when the stream has ended, failed or been cancelled. */
  onEnd?: () => void
  /** Characters at which a merged delta grows no further; a single delta is never split. */
  maxLength?: number
}

/**
 * Merges deltas of one text or reasoning block that arrive within the same turn
 * of the event loop into one. Each part costs a dozen promises in the SDK's
 * pipeline, so without this a fast model (or a burst after a stall) would be
 * slowed down. A delta that comes alone is passed on in the same turn: a slow
 * stream stays as it is.
 *
 * Reads ahead by at most one merged delta; beyond that the source waits for the reader.
 */
export function mergeDeltas(
  source: ReadableStream<LanguageModelV4StreamPart>,
  { onOutput, onEnd, maxLength = 4096 }: MergeOptions = {},
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = source.getReader()
  let output: ReadableStreamDefaultController<LanguageModelV4StreamPart>
  /** The delta that may still grow. */
  let pending: Delta | undefined
  let endOfTurn: NodeJS.Immediate | undefined
  let isReading = false
  let isClosed = false
  let failure: { error: unknown } | undefined

  function flush() {
    if (!pending) return
    const part = pending
    pending = undefined
    output.enqueue(part)
  }

  function read() {
    if (isReading || isClosed) return
    isReading = true
    reader.read().then(receive, fail)
  }

  function receive({ done, value }: ReadableStreamReadResult<LanguageModelV4StreamPart>) {
    isReading = false
    if (isClosed) return
    if (done) {
      flush()
      close()
      output.close()
      return
    }
    if (isOutput(value)) onOutput?.()
    if (isDelta(value)) append(value)
    else {
      flush()
      output.enqueue(value)
    }
    // While a delta is pending, read on to see whether there is more to merge.
    const mayGrow = pending !== undefined && pending.delta.length < maxLength
    if (wanted() > 0 || (mayGrow && wanted() === 0)) read()
  }

  function append(delta: Delta) {
    if (pending && !continues(pending, delta)) flush()
    const text = (pending?.delta ?? '') + delta.delta
    pending = { type: delta.type, id: delta.id, delta: text }
    if (text.length >= maxLength) flushIfWanted()
    else endOfTurn ??= setImmediate(endTurn)
  }

  function endTurn() {
    endOfTurn = undefined
    flushIfWanted()
  }

  /** When the reader is behind, the delta stays and grows until the reader asks again. */
  function flushIfWanted() {
    if (wanted() > 0) flush()
  }

  /** How many more parts the reader would take now. */
  function wanted() {
    return output.desiredSize ?? 0
  }

  function close() {
    isClosed = true
    onEnd?.()
  }

  function fail(error: unknown) {
    if (isClosed) return
    flush()
    close()
    failure = { error }
    failOnceRead()
  }

  /** A stream that fails drops what it has queued, so the failure waits until that is read. */
  function failOnceRead() {
    if (failure && wanted() > 0) output.error(failure.error)
  }

  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      output = controller
    },
    pull() {
      if (failure) return failOnceRead()
      if (!endOfTurn) flush()
      read()
    },
    cancel(reason) {
      if (endOfTurn) clearImmediate(endOfTurn)
      pending = undefined
      close()
      return reader.cancel(reason)
    },
  })
}

/**
 * Tells whether a part is output of the model. The others say only that the
 * provider has taken the call, or that a text will follow.
 */
function isOutput(part: LanguageModelV4StreamPart): boolean {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.delta !== ''
    case 'stream-start':
    case 'response-metadata':
    case 'raw':
    case 'text-start':
    case 'reasoning-start':
      return false
    default:
      return true
  }
}

/** A delta that carries metadata is not merged: the metadata would be lost. */
function isDelta(part: LanguageModelV4StreamPart): part is Delta {
  return (
    (part.type === 'text-delta' || part.type === 'reasoning-delta') &&
    part.providerMetadata === undefined
  )
}

function continues(pending: Delta, delta: Delta): boolean {
  return pending.type === delta.type && pending.id === delta.id
}
