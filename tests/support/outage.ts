import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { getChat } from './chat.ts'
import type { TestClient } from './client.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  lastUserText,
  type Script,
  startFakeOpenAi,
} from './fake-openai.ts'

const WORD_MS = 40

/** The words of a reply to a message with "slow" in it: eight seconds. */
export const SLOW_REPLY = Array.from({ length: 200 }, (_, n) => `${n} `)
/** The words of a reply to a message with "short" in it, which ends during an outage. */
export const SHORT_REPLY = SLOW_REPLY.slice(0, 40)
/** How long a server stays away while processes start. */
export const OUTAGE_AT_START_MS = 2_000

/**
 * Starts the model for tests of outages. What it does is in the message; "suggest"
 * makes it ask for suggestions.
 *
 * @param documentId of the document that it asks suggestions for
 */
export async function startOutageModel(
  documentId: () => string = () => '',
): Promise<{ model: FakeOpenAi; env: Record<string, string> }> {
  const model = await startFakeOpenAi({
    reply(request): Script {
      const body = JSON.stringify(request.body)
      if (body.includes('Write a title')) return { text: 'A title' }
      if (body.includes('"elements"') || request.body.model === 'artifacts') {
        const edit = { originalText: 'It rains.', suggestedText: 'It snows.', description: 'Cold.' }
        return { text: JSON.stringify({ elements: [edit] }) }
      }
      const text = lastUserText(request)
      if (text.includes('slow')) return { text: SLOW_REPLY, delayMs: WORD_MS }
      if (text.includes('short')) return { text: SHORT_REPLY, delayMs: WORD_MS }
      if (!text.includes('suggest') || hasToolResult(request)) return { text: 'Quick.' }
      const input = { documentId: documentId() }
      return { toolCalls: [{ name: 'requestSuggestions', input }] }
    },
  })
  return { model, env: { OPENAI_BASE_URL: model.url, ARTIFACT_MODEL: 'artifacts' } }
}

/** The answer of /readyz. */
export async function readiness({ url }: TestApp) {
  const response = await fetch(`${url}/readyz`)
  const { missing = [] } = (await response.json()) as { missing?: string[] }
  return { status: response.status, missing }
}

export async function untilReady(app: TestApp): Promise<void> {
  await expect
    .poll(() => readiness(app), { timeout: 40_000, interval: 200 })
    .toEqual({ status: 200, missing: [] })
}

/** Uploads an image. */
export function uploadImage(
  client: TestClient,
  bytes: Buffer,
  type: 'image/png' | 'image/jpeg' = 'image/png',
): Promise<Response> {
  const body = new FormData()
  const name = type === 'image/png' ? 'cat.png' : 'cat.jpg'
  body.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return client.raw('/api/files/upload', { method: 'POST', body })
}

/** Waits for the title that the worker writes. */
export async function untilTitled(client: TestClient, chatId: string): Promise<void> {
  await expect
    .poll(async () => (await getChat(client, chatId)).title, { timeout: 40_000, interval: 200 })
    .toBe('A title')
}
