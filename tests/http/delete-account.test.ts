import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { makePng } from '#tests/support/test-images.ts'

/** Of the accounts that the clients register. */
const PASSWORD = 'correct horse battery'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ worker: true })
})
afterAll(() => app?.stop())

const form = (client: TestClient, path: string, fields: Record<string, string>) =>
  client.raw(path, { method: 'POST', body: new URLSearchParams(fields) })

async function upload(client: TestClient) {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(await makePng())], 'cat.png', { type: 'image/png' }))
  expect((await client.raw('/api/files/upload', { method: 'POST', body })).status).toBe(200)
}

const files = async () =>
  (await readdir(path.join(app.dataDir, 'blobs'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length

/** How many rows of each table hold this value in a column of this kind of name. */
async function rowsOf(userId: string): Promise<Record<string, number>> {
  const columns = await app.database.sql<{ table_name: string; column_name: string }>(
    `select table_name, column_name from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid'
       and (column_name = 'user_id' or (table_name = 'user_account' and column_name = 'id'))`,
  )
  expect(columns.length).toBeGreaterThan(8)
  const counts: Record<string, number> = {}
  for (const { table_name, column_name } of columns) {
    const [row] = await app.database.sql<{ count: number }>(
      `select count(*)::int from "${table_name}" where "${column_name}" = $1`,
      [userId],
    )
    if (row && row.count > 0) counts[table_name] = row.count
  }
  return counts
}

/** Has something of each kind. */
async function fill(client: TestClient) {
  const { chatId, messageId } = await chatOnce(client, 'Write a document about rain')
  await client.patch('/api/vote', { chatId, messageId, type: 'up' })
  await client.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
  await form(client, '/settings/prompts', { intent: 'create', name: 'rain', text: 'Rain?' })
  await form(client, '/settings', { intent: 'create-token', name: 'backup', expiresInDays: '7' })
  await upload(client)
  return chatId
}

describe('deleting an account', () => {
  test('leaves no row and no file of it, and signs out', async () => {
    const client = app.client()
    const other = app.client()
    const [user, otherUser] = [await client.register(), await other.register()]
    const chatId = await fill(client)
    await fill(other)
    // The turns of jobs come and go by themselves.
    const { job_turn: _before, ...before } = await rowsOf(otherUser.id)
    expect(Object.keys(await rowsOf(user.id)).length).toBeGreaterThan(6)
    expect(await files()).toBe(2)

    const wrong = await form(client, '/settings/delete', { password: 'wrong horse' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('This is not your password.')
    expect((await client.get('/api/session')).status).toBe(200)

    const cookie = client.cookie()
    const done = await form(client, '/settings/delete', { password: PASSWORD })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/account-deleted'])
    expect(client.cookie()).toBe('')
    expect(await (await client.get('/account-deleted')).text()).toContain('Everything is deleted')
    expect((await client.get('/api/session', { headers: { cookie } })).status).toBe(401)
    expect((await other.get(`/api/chat?id=${chatId}`)).status).toBe(404)
    const credentials = { email: user.email, password: PASSWORD }
    expect((await client.post('/api/session', credentials)).status).toBe(401)
    await expect.poll(files, { timeout: 10_000 }).toBe(1)
    await expect.poll(() => rowsOf(user.id), { timeout: 10_000 }).toEqual({})
    expect(await app.database.sql('select * from deleted_blob')).toEqual([])
    const { job_turn: _after, ...after } = await rowsOf(otherUser.id)
    expect(after).toEqual(before)
  })

  test('a guest types a word, and a reply that is being written ends', async () => {
    const client = app.client()
    await client.guest()
    const { user } = await (await client.get('/api/session')).json()
    const running = chatOnce(client, 'Write a long essay about rain').catch(() => null)
    await expect.poll(async () => (await rowsOf(user.id)).chat ?? 0, { timeout: 5_000 }).toBe(1)
    expect((await form(client, '/settings/delete', { word: 'yes' })).status).toBe(400)
    expect((await form(client, '/settings/delete', { word: 'Delete' })).status).toBe(303)
    await running
    await expect.poll(() => rowsOf(user.id), { timeout: 10_000 }).toEqual({})
  })

  test('an API token cannot do it', async () => {
    const client = app.client()
    await client.register()
    const { token } = await (await client.post('/api/tokens', { name: 'backup' })).json()
    const response = await app.client().raw('/settings/delete', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: new URLSearchParams({ password: PASSWORD }),
    })
    expect(response.status).toBe(403)
    expect((await client.get('/api/session')).status).toBe(200)
  })
})
