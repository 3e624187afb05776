import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat } from '#tests/support/chat.ts'
import { uploadImage } from '#tests/support/outage.ts'
import { makePng } from '#tests/support/test-images.ts'
import { enqueueCleanUp } from '#tests/support/test-queue.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ worker: true })
})

afterAll(() => app?.stop())

test('an image is gone once the chat that shows it was deleted', async () => {
  const user = app.client()
  await user.register()
  const uploaded = await uploadImage(user, await makePng())
  const { url } = (await uploaded.json()) as { url: string }
  const message = {
    id: crypto.randomUUID(),
    role: 'user',
    content: 'What is this?',
    experimental_attachments: [{ url, name: 'cat.png', contentType: 'image/png' }],
  }
  const chatId = crypto.randomUUID()
  await (await postChat(user, [message], { chatId })).text()
  expect((await fetch(url)).status).toBe(200)

  expect((await user.delete(`/api/chat?id=${chatId}`)).status).toBe(200)
  await enqueueCleanUp(app)
  await expect.poll(async () => (await fetch(url)).status).toBe(404)
  expect(await app.database.sql('select id from upload')).toEqual([])
})
