import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { seedChat, seedSuggestion } from '#tests/support/seed.ts'
import type { FuzzIds } from './endpoints.ts'
import { type RawAnswer, sendRaw } from './send-raw.ts'

/** The service that the fuzz tests send to, with a user who has one of each record. */
export type FuzzWorld = {
  app: TestApp
  user: Caller
  ids: FuzzIds
  /** Sends a request of the user and checks its answer with `expectOrderly`. */
  send(
    method: string,
    path: string,
    headers?: Record<string, string>,
    body?: string | Buffer,
  ): Promise<RawAnswer>
  stop(): Promise<void>
}

/** Limits of one property: about a second or two. A failure prints its seed. */
export const LIMITS = { numRuns: 80, interruptAfterTimeLimit: 2_500, markInterruptAsFailure: false }

/** NUL, half a character at the end of one delta and the other half in the next, and alone. */
const UNSTORABLE_REPLY = ['a\u0000b ', '\ud83d', '\ude00 ', '\udfff end']

/** Starts the service; its model answers "write NUL" with characters that Postgres cannot store. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const model: FakeOpenAi = await startFakeOpenAi({
    record: false,
    reply: (request) => ({
      text: lastUserText(request) === 'write NUL' ? UNSTORABLE_REPLY : 'Hello.',
    }),
  })
  const app = await startApp({ worker: true, env: { OPENAI_BASE_URL: model.url } })
  const user = await registered(app.url)
  return {
    app,
    user,
    ids: await createRecords(app, user),
    async send(method, path, headers = {}, body) {
      const cookie = user.client.cookie()
      const own = { cookie, ...(body && { 'content-type': 'application/json' }) }
      const answer = await sendRaw(app.url, {
        method,
        path,
        headers: { ...own, ...headers },
        ...(body !== undefined && { body }),
      })
      expectOrderly(path, answer)
      return answer
    },
    async stop() {
      await app.stop()
      await model.close()
    },
  }
}

async function createRecords(app: TestApp, user: Caller): Promise<FuzzIds> {
  const saved = await user.call('POST', `/api/document?id=${randomUUID()}`, {
    title: 'Note',
    content: 'One.',
    kind: 'text',
  })
  const version = (await saved.json()) as { id: string; createdAt: string }
  const { chatId, replyId } = await seedChat(app.database, user.userId)
  const suggestion = await seedSuggestion(app.database, { version, userId: user.userId })
  return { chat: chatId, reply: replyId, document: version.id, suggestion }
}

/**
 * Expects what holds for the answer to any request: no 5xx, a request id, and on
 * `/api` a problem (RFC 9457) for each failure.
 */
export function expectOrderly(path: string, { status, headers, text }: RawAnswer) {
  expect(status, text).toBeLessThan(500)
  expect(headers['x-request-id']).toMatch(/^[\w.-]{8,100}$/)
  if (status < 400 || !path.startsWith('/api/')) return
  expect(headers['content-type'], text).toBe('application/problem+json')
  expect(JSON.parse(text)).toMatchObject({ status, requestId: headers['x-request-id'] })
}
