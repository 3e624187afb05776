import { tell } from './tell.ts'

/** Milliseconds before the next tries, while the server cannot be reached; the last for all others. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000]
/** What a server or a proxy says that is busy, restarts, or has lost its database for a moment. */
const BUSY = [429, 502, 503, 504]

const AWAY = 'The server cannot be reached. This page goes on as soon as it can.'
const UNSURE = 'The server did not answer. Once it does, this page shows what was saved.'

/**
 * Lets the data of pages wait for the server. Remix would show the error page in place
 * of a page whose data could not be loaded, also where it was only loaded again because
 * something has changed: the conversation and what was typed would be out of sight at
 * each short break of the network and each restart of the server.
 *
 * What is read is tried again until it is there, or the visitor has gone elsewhere. A
 * form is sent once, and the page stays as it is. Remix has no place for this but the
 * `fetch` that it calls, with a `URL` and for addresses that end with `.data`.
 */
export function waitForPageData(): void {
  const send = window.fetch
  window.fetch = (input, init) => {
    const isPageData = input instanceof URL && input.pathname.endsWith('.data')
    if (!isPageData) return send(input, init)
    const isForm = (init?.method ?? 'GET') !== 'GET'
    return isForm ? sendForm(() => send(input, init)) : load(() => send(input, init), init?.signal)
  }
}

async function load(send: () => Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await answered(send)
    if (response && !BUSY.includes(response.status)) return response
    if (tries === 1) tell(AWAY)
    await pause(PAUSES_MS[tries] ?? PAUSES_MS.at(-1) ?? 0, signal)
  }
}

async function sendForm(send: () => Promise<Response>): Promise<Response> {
  const response = await answered(send)
  // Whatever the app itself answers, refusals too, is for the page to show.
  if (response?.ok || response?.headers.has('X-Remix-Response')) return response
  tell(UNSURE)
  return new Response(null, { status: 204 })
}

/** The response; null without one, which `fetch` tells apart from a request that was given up. */
async function answered(send: () => Promise<Response>): Promise<Response | null> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Ends early when the browser has a network again. */
function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const end = (settle: () => void) => {
      ended.abort()
      clearTimeout(timer)
      settle()
    }
    const options = { signal: ended.signal }
    const timer = setTimeout(() => end(resolve), ms)
    addEventListener('online', () => end(resolve), options)
    signal?.addEventListener('abort', () => end(() => reject(signal.reason)), options)
  })
}
