import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'

/** What a model provider's answer is read from. */
export type StreamedAnswer = { status: number; headers: Headers; body: IncomingMessage }

/**
 * Sends a request and gives its answer as a Node stream. `fetch` would hand each
 * chunk of the answer through a byte stream, which costs twice what the chunk
 * itself does. Connections are kept; there is no time limit (the calls have
 * theirs, in `call-time-limits.ts`), and no redirect is followed.
 *
 * @param init as for `fetch`, with a text as body
 * @throws what `fetch` throws: the signal's reason, or a TypeError `fetch failed`
 *   whose cause is the system's error
 */
export async function streamRequest(url: URL, init: RequestInit): Promise<StreamedAnswer> {
  const { method = 'GET', signal, body } = init
  const { request } = url.protocol === 'https:' ? https : http
  const headers = Object.fromEntries(new Headers(init.headers))
  signal?.throwIfAborted()
  const sent = request(url, { method, headers })
  let answer: IncomingMessage | undefined
  // Not by the option `signal`: the answer would fail with an error of the socket
  // instead of the signal's reason.
  const abort = () => (answer ?? sent).destroy(signal?.reason)
  signal?.addEventListener('abort', abort)
  const stopListening = () => signal?.removeEventListener('abort', abort)
  try {
    answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sent.once('response', resolve).on('error', reject).end(body)
    })
    answer.once('close', stopListening)
    const { statusCode = 0, rawHeaders } = answer
    return { status: statusCode, headers: new Headers(headerPairs(rawHeaders)), body: answer }
  } catch (error) {
    stopListening()
    signal?.throwIfAborted()
    // A kept connection that the server closes just then; a new one is not reused.
    if (sent.reusedSocket && isReset(error)) return streamRequest(url, init)
    // The SDK knows by this text that the call may be tried again.
    throw new TypeError('fetch failed', { cause: error })
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

function headerPairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  )
}
