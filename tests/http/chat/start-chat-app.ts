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

export type ChatApp = {
  app: TestApp
  model: FakeOpenAi
  user: TestClient
  stranger: TestClient
  stop(): Promise<void>
}

/**
 * Starts the service with two users and a model that does what words of the message ask for.
 *
 * @param env variables besides those that it needs
 */
export async function startChatApp(env: Record<string, string> = {}): Promise<ChatApp> {
  const model = await startFakeOpenAi({ reply })
  const app = await startApp({
    env: { OPENAI_BASE_URL: model.url, WEATHER_BASE_URL: 'http://127.0.0.1:9', ...env },
  })
  const [user, stranger] = [app.client(), app.client()]
  await Promise.all([user.register(), stranger.register()])
  return {
    app,
    model,
    user,
    stranger,
    async stop() {
      await app.stop()
      await model.close()
    },
  }
}

function reply(request: FakeRequest): Script {
  const text = lastUserText(request)
  if (text.includes('weather') && !hasToolResult(request)) {
    return { toolCalls: [{ name: 'getWeather', input: { latitude: 48.85, longitude: 2.35 } }] }
  }
  if (text.includes('fail')) return { status: 401, error: { code: 'invalid_api_key' } }
  if (text.includes('nothing')) return {}
  if (text.includes('cut')) return { text: 'one two three four five six', cutAfter: 3, delayMs: 5 }
  if (text.includes('think')) return { reasoning: 'Let me see. ', text: 'Thought.' }
  if (text.includes('slow')) return { text: Array(200).fill('word '), delayMs: 20 }
  return { text: `You said: ${text}` }
}
