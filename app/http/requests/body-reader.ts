import { AppError } from '#core/app-error.ts'
import type { BodyHold } from './body-budget.ts'

/** Milliseconds for which a body may stand still. */
const STALLED_MS = 30_000

export type BodyReader = {
  /**
   * Reads the next bytes; null at the end.
   *
   * @throws {AppError} timed-out when none come; invalid when the sender leaves in
   *   the middle; unavailable when this process holds too many bytes of bodies
   */
  read(): Promise<Uint8Array | null>
}

/**
 * Reads a request's body, and counts its bytes towards the budget. What is not read
 * is dropped after the response (see drop-unread-bodies.ts).
 *
 * @param stalledMs is shorter in tests
 * @returns null when the request has no body
 */
export function openBody(
  request: Request,
  hold: BodyHold,
  stalledMs: number = STALLED_MS,
): BodyReader | null {
  const reader = request.body?.getReader()
  if (!reader) return null
  return {
    async read() {
      const { done, value } = await withinTime(reader.read(), stalledMs).catch(throwCutOff)
      if (done) return null
      hold.add(value.byteLength)
      return value
    },
  }
}

async function withinTime<T>(reading: Promise<T>, stalledMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(standsStill(stalledMs)), stalledMs)
  })
  try {
    return await Promise.race([reading, stalled])
  } finally {
    clearTimeout(timer)
    reading.catch(() => {})
  }
}

function standsStill(ms: number): AppError {
  const text = `Nothing more of the body came for ${ms / 1_000} seconds. Send it again.`
  return new AppError('timed-out', text)
}

/** An error of its own, or the reset socket would be taken for one of the database's. */
function throwCutOff(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  throw new AppError('invalid', 'The body ended before it was complete. Send it again.', { cause })
}
