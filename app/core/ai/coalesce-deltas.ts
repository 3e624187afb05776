import type { StreamPart } from './model-spec.ts'

type Delta = Extract<StreamPart, { type: 'text-delta' | 'reasoning-delta' }>

type CoalesceOptions = {
  /** Called for each part that arrives, before any merging. */
  onPart?: () => void
  /** Called once, when the stream has ended, failed or been cancelled. */
  onEnd?: () => void
  /** Characters beyond which a merged delta is passed on; a single delta is never split. */
  maxLength?: number
}

/**
 * Merges deltas of one text or reasoning block that arrive within the same turn
 * of the event loop into one. Each part costs a dozen promises in the SDK's
 * pipeline, so this is what lets a fast model (or a burst after a stall) through
 * at its speed. A delta that comes alone is passed on in the same turn: a stream
 * at human pace looks as before.
 *
 * Reads ahead by at most one merged delta; beyond that the source waits for the reader.
 */
export function coalesceDeltas(
  source: ReadableStream<StreamPart>,
  { onPart, onEnd, maxLength = 4096 }: CoalesceOptions = {},
): ReadableStream<StreamPart> {
  const reader = source.getReader()
  let output: ReadableStreamDefaultController<StreamPart>
  let held: Delta | undefined
  let turnEnd: NodeJS.Immediate | undefined
  let reading = false
  let closed = false
  let failure: { error: unknown } | undefined

  function flush() {
    if (!held) return
    const part = held
    held = undefined
    output.enqueue(part)
  }

  function read() {
    if (reading || closed) return
    reading = true
    reader.read().then(receive, fail)
  }

  function receive({ done, value }: ReadableStreamReadResult<StreamPart>) {
    reading = false
    if (closed) return
    if (done) {
      flush()
      close()
      output.close()
      return
    }
    onPart?.()
    if (isDelta(value)) hold(value)
    else {
      flush()
      output.enqueue(value)
    }
    // With a delta in hand, look for more to merge.
    if (room() > 0 || (held && held.delta.length < maxLength && room() === 0)) read()
  }

  function hold(delta: Delta) {
    if (held && !continues(held, delta)) flush()
    const text = (held?.delta ?? '') + delta.delta
    held = { type: delta.type, id: delta.id, delta: text }
    if (text.length >= maxLength) flushIfWanted()
    else turnEnd ??= setImmediate(endTurn)
  }

  function endTurn() {
    turnEnd = undefined
    flushIfWanted()
  }

  /** When the reader is behind, the delta stays and grows until it asks again. */
  function flushIfWanted() {
    if (room() > 0) flush()
  }

  /** How many more parts the reader would take now. */
  function room() {
    return output.desiredSize ?? 0
  }

  function close() {
    closed = true
    onEnd?.()
  }

  function fail(error: unknown) {
    if (closed) return
    flush()
    close()
    failure = { error }
    failIfDrained()
  }

  /** A stream that fails drops its queue, so the failure waits until that is read. */
  function failIfDrained() {
    if (failure && room() > 0) output.error(failure.error)
  }

  return new ReadableStream<StreamPart>({
    start(controller) {
      output = controller
    },
    pull() {
      if (failure) return failIfDrained()
      if (!turnEnd) flush()
      read()
    },
    cancel(reason) {
      if (turnEnd) clearImmediate(turnEnd)
      held = undefined
      close()
      return reader.cancel(reason)
    },
  })
}

/** Deltas that carry metadata are left alone: merging would lose it. */
function isDelta(part: StreamPart): part is Delta {
  return (
    (part.type === 'text-delta' || part.type === 'reasoning-delta') &&
    part.providerMetadata === undefined
  )
}

function continues(held: Delta, delta: Delta): boolean {
  return held.type === delta.type && held.id === delta.id
}
