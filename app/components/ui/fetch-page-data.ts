import { showToast } from './toast.ts'

/** Milliseconds before the second try, which double with each try up to the longest. */
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** A break of less is not worth a word. */
const UNNOTICED_MS = 700
/** Seconds that a server may ask for (`Retry-After`) at most. */
const LONGEST_WISH = 60
/** What a server or a proxy says that is busy, restarts, or has lost its database for a moment. */
const BUSY = [429, 502, 503, 504]

const AWAY = 'The server is away or busy. This page goes on as soon as it can.'
const UNSURE = 'The server did not answer. Once it does, this page shows what was saved.'

/** Whether the visitor knows of the present break; what a form has said is not replaced. */
let hasTold = false

type Send = () => Promise<Response>

/**
 * Loads data of a page, or sends a form of it; see `waitForPageData`.
 *
 * @param send asks the server once
 * @param init of the request
 */
export function fetchPageData(send: Send, init: RequestInit | undefined): Promise<Response> {
  const isForm = (init?.method ?? 'GET') !== 'GET'
  return isForm ? sendForm(send) : load(send, init?.signal)
}

async function load(send: Send, signal?: AbortSignal | null): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await answered(send)
    if (response && !BUSY.includes(response.status)) {
      hasTold = false
      return response
    }
    const ms = pauseMs(tries, response)
    if (!hasTold && ms > UNNOTICED_MS) {
      hasTold = true
      showToast({ text: AWAY })
    }
    await pause(ms, signal)
  }
}

async function sendForm(send: Send): Promise<Response> {
  const response = await answered(send)
  // Whatever the app itself answers, refusals too, is for the page to show.
  if (response?.headers.has('X-Remix-Response')) return response
  hasTold = true
  const problem = await response?.json().catch(() => null)
  showToast({ text: problem?.detail ?? UNSURE })
  return new Response(null, { status: 204 })
}

/** The response; null without one, which `fetch` tells apart from a request that was given up. */
async function answered(send: Send): Promise<Response | null> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

/** Not the same for all, so that the pages do not come back at the same moment. */
function pauseMs(tries: number, response: Response | null): number {
  const wished = Math.min(Number(response?.headers.get('Retry-After')) || 0, LONGEST_WISH) * 1_000
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (0.75 + Math.random() / 2)
  return Math.max(wished, pause)
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
