import { Readable } from 'node:stream'
import { mergeDeltaEvents } from './merge-delta-events.ts'
import { streamRequest } from './stream-request.ts'

/** Answers that may be read at once without any of them being paced. */
const UNPACED_ANSWERS = 10
/** By how much each answer beyond those lengthens the pace of all, in milliseconds. */
const PACE_MS_PER_ANSWER = 1.5
/** A reader does not notice that words come in groups at this pace. */
const MAX_PACE_MS = 75

/** A body of either API that asks for a streamed answer. */
const ASKS_FOR_STREAM = /"stream":\s*true/

/**
 * Redirects that keep the method (a base URL with `http:` where the server wants
 * `https:`), and answers that cannot have a body: rare, and `fetch` knows what to do.
 */
const LEFT_TO_FETCH = new Set([204, 205, 304, 307, 308])

type Fetch = typeof globalThis.fetch

/**
 * Makes a `fetch` for model providers that reads streamed answers with less
 * work: their deltas are merged where they arrive together, because the model is
 * fast, because this process is behind, or because many answers are read at
 * once. Then each is passed on at a pace of some milliseconds, which halves the
 * processor time of a word.
 */
export function createProviderFetch(): Fetch {
  let open = 0
  const paceMs = () =>
    Math.min(Math.max(open - UNPACED_ANSWERS, 0) * PACE_MS_PER_ANSWER, MAX_PACE_MS)

  return async (input, init) => {
    if (!init || typeof init.body !== 'string' || !ASKS_FOR_STREAM.test(init.body)) {
      return globalThis.fetch(input, init)
    }
    const url = new URL(input instanceof Request ? input.url : input)
    const { status, headers, body } = await streamRequest(url, init)
    if (!headers.get('content-type')?.startsWith('text/event-stream')) {
      if (LEFT_TO_FETCH.has(status)) {
        body.destroy()
        return globalThis.fetch(input, init)
      }
      return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array>, { status, headers })
    }
    open += 1
    // However it ends, and whether or not anybody still reads it.
    body.once('close', () => {
      open -= 1
    })
    return new Response(mergeDeltaEvents(body, paceMs), { status, headers })
  }
}
