import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import {
  type FakeOpenAi,
  type FakeRequest,
  hasToolResult,
  lastUserText,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { makePng } from '#tests/support/test-images.ts'

export type ClientApp = {
  app: TestApp
  model: FakeOpenAi
  user: TestClient
  /** The address of the chat endpoint. */
  api: string
  /** The `fetch` of a page of the service, on which the user is signed in. */
  fetch: typeof fetch
  /** The same of a page on which somebody else is signed in. */
  strangersFetch(): Promise<typeof fetch>
  /** Uploads an image; returns its URL. */
  uploadImage(): Promise<string>
  stop(): Promise<void>
}

/** Milliseconds before the model answers a message with "late" in it. */
export const LATE_MS = 1_500
const SLOW_WORDS = 150
export const SLOW_TEXT = 'word '.repeat(SLOW_WORDS)
export const TITLE = 'A generated title'
export const WEATHER = { latitude: 48.85, longitude: 2.35 }

/** Starts the service, a user, and a model that does what words of the message ask for. */
export async function startClientApp(): Promise<ClientApp> {
  const model = await startFakeOpenAi({ reply })
  const app = await startApp({
    worker: true,
    // Nothing listens there, so the tool fails.
    env: { OPENAI_BASE_URL: model.url, WEATHER_BASE_URL: 'http://127.0.0.1:9' },
  })
  const user = app.client()
  await user.register()
  const pageFetch = (of: TestClient): typeof fetch => {
    return (input, init) => {
      const headers = new Headers(init?.headers)
      headers.set('cookie', of.cookie())
      headers.set('origin', app.url)
      headers.set('sec-fetch-site', 'same-origin')
      return fetch(input, { ...init, headers })
    }
  }
  return {
    app,
    model,
    user,
    api: `${app.url}/api/chat`,
    fetch: pageFetch(user),
    async strangersFetch() {
      const stranger = app.client()
      await stranger.register()
      return pageFetch(stranger)
    },
    async uploadImage() {
      const body = new FormData()
      const png = new Uint8Array(await makePng())
      body.set('file', new Blob([png], { type: 'image/png' }), 'rain.png')
      const response = await user.raw('/api/files/upload', { method: 'POST', body })
      return ((await response.json()) as { url: string }).url
    },
    async stop() {
      await app.stop()
      await model.close()
    },
  }
}

function reply(request: FakeRequest): Script {
  if (!request.body.stream) return { text: TITLE }
  const text = lastUserText(request)
  if (!hasToolResult(request)) {
    if (text.includes('weather')) return { toolCalls: [{ name: 'getWeather', input: WEATHER }] }
    if (text.includes('essay')) {
      const input = { title: 'Rain', kind: 'text' }
      return { toolCalls: [{ name: 'createDocument', input }] }
    }
  }
  if (text.includes('refuse')) return { status: 400 }
  if (text.includes('cut')) return { text: 'one two three four five six', cutAfter: 3, delayMs: 5 }
  if (text.includes('think')) return { reasoning: 'Let me see. ', text: 'Thought.' }
  if (text.includes('late')) return { text: `You said: ${text}`, firstDelayMs: LATE_MS }
  if (text.includes('slow')) return { text: Array(SLOW_WORDS).fill('word '), delayMs: 20 }
  return { text: `You said: ${text}` }
}
