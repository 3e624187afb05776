/**
 * Somebody whose work waits for its turn (app/http/limits/turns.ts).
 *
 * @param left aborts when the caller leaves
 */
export function turnTaker(ip: string, left: AbortSignal = new AbortController().signal) {
  return { ip, leaveSignal: () => left }
}
