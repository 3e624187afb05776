import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** The first groups pass at once: the first word of an answer is waited for. */
const PROMPT_GROUPS = 3
/** Bytes that wait to be read at most; beyond that the source waits. */
const MAX_WAITING_BYTES = 64 * 1024

export type PacedReader = {
  /**
   * Waits until there are bytes and the pace allows to pass them on, and takes
   * all that have come by then.
   *
   * @returns undefined at the end
   * @throws what the source has failed with, once everything before it is read
   */
  read(): Promise<Buffer | undefined>
  cancel(): void
}

/**
 * Reads a stream of bytes in groups of its chunks.
 *
 * @param paceMs the time from one group to the next, in milliseconds; asked
 *   before each. With 0, what has come is passed on at once.
 */
export function createPacedReader(source: Readable, paceMs: () => number): PacedReader {
  let waiting: Buffer[] = []
  let size = 0
  let groups = 0
  let passedAt = 0
  let end: { error: Error | undefined } | undefined
  let wake = () => {}

  source.on('data', (chunk: Buffer) => {
    waiting.push(chunk)
    size += chunk.length
    if (size >= MAX_WAITING_BYTES) source.pause()
    wake()
  })
  source.once('end', () => finish(undefined))
  source.once('error', finish)
  // A source that is destroyed without an error has neither ended nor failed.
  source.once('close', () => finish(new Error('The answer was cut off.')))

  function finish(error: Error | undefined) {
    end ??= { error }
    wake()
  }

  function takeAll(): Buffer {
    const [first] = waiting
    const group = first && waiting.length === 1 ? first : Buffer.concat(waiting)
    waiting = []
    size = 0
    groups += 1
    passedAt = performance.now()
    source.resume()
    return group
  }

  return {
    async read() {
      while (size === 0) {
        if (end?.error) throw end.error
        if (end) return undefined
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      const ms = groups < PROMPT_GROUPS ? 0 : passedAt + paceMs() - performance.now()
      if (ms > 1 && !end && size < MAX_WAITING_BYTES) await sleep(ms, undefined, { ref: false })
      return takeAll()
    },
    cancel() {
      source.destroy()
    },
  }
}
