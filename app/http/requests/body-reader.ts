import { AppError } from '#core/app-error.ts'
import type { BodyHold } from './body-budget.ts'

/** Milliseconds for which a body may stand still. */
const STALLED_MS = 30_000

export type BodyReader = {
  /**
   * Reads the next bytes; null at the end.
   *
   * @throws {AppError} timed-out when none come; invalid when the sender leaves in
   *   the middle; unavailable when this process holds too many bytes of bodies, also
   *   when this one has to give way meanwhile
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
      const { done, value } = await waitFor(reader.read(), hold, stalledMs).catch(throwCutOff)
      if (done) return null
      hold.add(value.byteLength)
      return value
    },
  }
}

/** Waits for what the sender sends next, until it has stood still for too long or has to give way. */
async function waitFor<T>(reading: Promise<T>, hold: BodyHold, stalledMs: number): Promise<T> {
  const { promise: givenUp, reject: giveUp } = Promise.withResolvers<never>()
  const timer = setTimeout(() => giveUp(standsStill(stalledMs)), stalledMs)
  hold.wait(giveUp)
  try {
    return await Promise.race([reading, givenUp])
  } finally {
    clearTimeout(timer)
    hold.wait()
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
