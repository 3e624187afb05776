import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { hasToolResult, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { makeJpeg } from '#tests/support/test-images.ts'

let app: TestApp
let user: TestClient
let provider: Awaited<ReturnType<typeof startFakeOpenAi>>
beforeAll(async () => {
  provider = await startFakeOpenAi({
    reply(request) {
      if (!request.body.tools) return { text: 'It rains. '.repeat(2_000) }
      if (hasToolResult(request)) return { text: 'There you are.' }
      return {
        toolCalls: [{ name: 'createDocument', input: { title: 'Rain', kind: 'text' } }],
      }
    },
  })
  app = await startApp({
    env: {
      OPENAI_BASE_URL: provider.url,
      STORAGE_PER_USER: '1000000',
      STORAGE_PER_DOCUMENT: '600000',
    },
  })
})
beforeEach(async () => {
  user = app.client()
  await user.register()
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

const save = (bytes: number, id: string = randomUUID(), client = user) =>
  client.post(`/api/document?id=${id}`, {
    title: 'Note',
    content: 'x'.repeat(bytes),
    kind: 'text',
  })

async function refusal(response: Response): Promise<string> {
  expect(response.status).toBe(413)
  return ((await response.json()) as { detail: string }).detail
}

test('a full storage refuses documents, messages and images with 413, until something is deleted', async () => {
  const id = randomUUID()
  expect((await save(500_000)).status).toBe(200)
  expect((await save(490_000, id)).status).toBe(200)
  expect(await refusal(await save(20_000))).toMatch(/storage is full.*1,000,000.*Delete/)

  const calls = provider.requests.length
  expect(await refusal(await postChat(user, [userMessage('x'.repeat(20_000))]))).toMatch(/Delete/)
  expect(provider.requests.length).toBe(calls)

  const image = new File([new Uint8Array(await makeJpeg())], 'cat.jpg', { type: 'image/jpeg' })
  const body = new FormData()
  body.set('file', image)
  expect(await refusal(await user.raw('/api/files/upload', { method: 'POST', body }))).toMatch(
    /Delete/,
  )

  await user.patch(`/api/document?id=${id}`, { timestamp: '1970-01-01T00:00:00Z' })
  expect((await save(20_000)).status).toBe(200)
})

test('a document has a limit of its own', async () => {
  const id = randomUUID()
  expect((await save(400_000, id)).status).toBe(200)
  expect(await refusal(await save(400_000, id))).toMatch(/document is full.*600,000/)
  expect((await save(400_000)).status).toBe(200)
})

test('a guest has a tenth', async () => {
  const guest = app.client()
  await guest.guest()
  expect((await save(90_000, randomUUID(), guest)).status).toBe(200)
  expect(await refusal(await save(20_000, randomUUID(), guest))).toMatch(
    /guest.*account has more room/,
  )
})

test('a tool that finds no room says so, and the reply goes on', async () => {
  await save(590_000)
  await save(395_000)
  const reply = await readDataStream(await postChat(user, [userMessage('Write about rain')]))
  expect(reply.toolResults[0]).toMatchObject({
    result: { error: expect.stringMatching(/Your storage is full/) },
  })
  expect(reply.text).toContain('There you are.')
})
