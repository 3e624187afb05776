import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ worker: true })
})
afterAll(() => app?.stop())

const form = (client: TestClient, path: string, fields: Record<string, string>) =>
  client.raw(path, { method: 'POST', body: new URLSearchParams(fields) })

async function download(client: TestClient) {
  const response = await client.get('/settings/export.zip')
  expect(response.status).toBe(200)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files))
}

const json = (bytes: Uint8Array | undefined) => JSON.parse(strFromU8(bytes ?? new Uint8Array()))

describe('the download of everything', () => {
  test('has the chats, documents with all versions, images, prompts and settings', async () => {
    const client = app.client()
    const user = await client.register()
    const { chatId, messageId } = await chatOnce(client, 'Write a document about rain')
    const second = await chatOnce(client, 'Hello')
    await client.patch('/api/vote', { chatId, messageId, type: 'up' })
    for (const id of [chatId, second.chatId]) {
      await client.patch(`/api/chat?id=${id}`, { title: 'A / B', instructions: 'Be brief.' })
    }
    await form(client, '/settings', { intent: 'instructions', instructions: 'In metric units.' })
    await form(client, '/settings/prompts', { intent: 'create', name: 'rain', text: 'Rain?' })
    const body = new FormData()
    const image = await makePng()
    body.set('file', new File([new Uint8Array(image)], 'cat.png', { type: 'image/png' }))
    await client.raw('/api/files/upload', { method: 'POST', body })

    const files = await download(client)
    const names = Object.keys(files)
    expect(names.filter((name) => /^chats\/.*\.json$/.test(name))).toHaveLength(2)
    expect(names.filter((name) => /^chats\/.*\.md$/.test(name))).toHaveLength(2)
    expect(names.filter((name) => name.startsWith('documents/'))).toHaveLength(1)
    const uploaded = names.filter((name) => name.startsWith('uploads/'))
    expect(uploaded).toHaveLength(1)
    expect([...(files[String(uploaded[0])] ?? [])].slice(1, 4)).toEqual([...Buffer.from('PNG')])

    const chats = names.filter((name) => name.endsWith('.json') && name.startsWith('chats/'))
    const written = chats.map((name) => json(files[name]))
    const chat = written.find(({ id }) => id === chatId)
    expect(chat).toMatchObject({ title: 'A / B', votes: [{ messageId, isUpvoted: true }] })
    expect(chat.messages).toHaveLength(2)
    expect(json(files['documents.json']).documents).toEqual(chat.documents)
    expect(json(files['account.json'])).toMatchObject({
      account: { id: user.id, email: user.email, instructions: 'In metric units.' },
      sessions: [{}],
    })
    expect(strFromU8(files['account.json'] ?? new Uint8Array())).not.toMatch(/hash|argon/i)
    expect(json(files['prompts.json'])).toMatchObject([{ name: 'rain', text: 'Rain?' }])
    expect(json(files['chat-instructions.json'])).toHaveLength(2)
  })

  test('is whole for somebody who has nothing, and for nobody else', async () => {
    const guest = app.client()
    await guest.guest()
    expect(json((await download(guest))['chat-instructions.json'])).toEqual([])
    expect((await app.client().get('/settings/export.zip')).status).toBe(401)
    const { token } = await (await guest.post('/api/tokens', { name: 'backup' })).json()
    const headers = { Authorization: `Bearer ${token}` }
    expect((await app.client().get('/settings/export.zip', { headers })).status).toBe(403)
  })
})
