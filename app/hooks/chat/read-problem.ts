import type { ChatProblem } from './chat-types.ts'

const UNEXPECTED = 'Something went wrong on the server. Try again.'

/** Reads why the server refused a request, in words that the page can show. */
export async function readProblem(response: Response): Promise<ChatProblem> {
  if (response.status === 401) {
    return {
      detail: 'Your session has ended. Sign in to go on; what you have written is kept.',
      signedOut: true,
    }
  }
  const detail = await readDetail(response)
  const wait = Number(response.headers.get('Retry-After'))
  const hint = wait > 2 && response.status === 429 ? ` (${describeWait(wait)})` : ''
  return { detail: (detail ?? defaultDetail(response.status)) + hint }
}

async function readDetail(response: Response): Promise<string | undefined> {
  if (!response.headers.get('Content-Type')?.includes('json')) return undefined
  try {
    const problem: unknown = await response.json()
    if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return undefined
    return typeof problem.detail === 'string' ? problem.detail : undefined
  } catch {
    return undefined
  }
}

function defaultDetail(status: number): string {
  if (status === 413) return 'This is too large to send. Shorten it, or start a new chat.'
  if (status === 429) return 'Too many messages in a short time. Wait a moment, then try again.'
  if (status === 503) return 'The server is not ready right now. Try again in a moment.'
  return UNEXPECTED
}

function describeWait(seconds: number): string {
  return seconds < 90 ? `in ${seconds} s` : `in ${Math.ceil(seconds / 60)} min`
}
