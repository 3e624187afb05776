/** What keeps a stream from being cut while it has nothing to say. */
export type KeepAlive = {
  /** Sent in a silence; readers of the format pass it over. */
  text: string
  /** Milliseconds of silence at most. */
  everyMs: number
  /** Whether the stream begins with one, since its first value will not come soon. */
  atOnce?: boolean
}

/** Routers cut a connection that is silent for 30 s (Heroku) to 60 s (nginx, most clouds). */
export const MAX_SILENCE_MS = 15_000

type Output = ReadableStreamDefaultController<Uint8Array>

/**
 * Sends a stream's keep-alive whenever nothing else was sent for a while. The
 * stream has one timer, which looks twice in that time whether something was
 * sent since it looked last, so that a chunk costs no more than a flag.
 */
export function startKeepAlive(output: Output, { text, everyMs, atOnce }: KeepAlive) {
  const bytes = new TextEncoder().encode(text)
  let wasQuiet = true
  if (atOnce) output.enqueue(bytes)
  const timer = setInterval(() => {
    // A reader that has not taken the last one needs no other.
    if (wasQuiet && output.desiredSize === 0) output.enqueue(bytes)
    wasQuiet = true
  }, everyMs / 2)
  return {
    /** Tells that something is sent now. */
    sent() {
      wasQuiet = false
    },
    /** Must be called when the stream is over. */
    stop() {
      clearInterval(timer)
    },
  }
}
