import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#core/services.server.ts'
import { createImageKey, stagedKey } from '#core/storage/blob-key.ts'
import { cleanUpUploads } from '#core/uploads/clean-up-uploads.ts'
import { Message } from '#db/entities/message.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
let userId: string
/** An image that was uploaded just now. */
let image: string

beforeAll(async () => {
  app = await startTestServices()
})
afterAll(() => app?.stop())
beforeEach(async () => {
  userId = await app.createUser()
  image = await upload()
})

const sql = (text: string, values: unknown[] = []) => app.database.sql(text, values)
const cleanUp = (services: Services = app.services) => cleanUpUploads(services)
const isStored = async (key = image) =>
  (await app.services.blobs.get(key, { maxBytes: 100 })) !== null

async function upload(): Promise<string> {
  const id = randomUUID()
  const key = createImageKey('cat', 'image/png')
  await app.services.blobs.put(key, Buffer.from('x'))
  await sql(
    `insert into upload (id, user_id, staged_key, filename, status, pathname)
     values ($1, $2, $3, 'cat.png', 'stored', $4)`,
    [id, userId, stagedKey(id), key],
  )
  return key
}

/** Makes a chat with one message that shows an image. */
async function showIn({ user = userId, url = `https://chat.example.com/${image}` } = {}) {
  const [chatId, messageId] = [randomUUID(), randomUUID()]
  await sql(`insert into chat (id, user_id, title) values ($1, $2, 'x')`, [chatId, user])
  await sql(
    `insert into message (id, chat_id, position, role, parts) values ($1, $2, 0, 'user', $3)`,
    [messageId, chatId, JSON.stringify(partsWith(url))],
  )
  return { chatId, messageId }
}

function partsWith(url: string) {
  return [
    { type: 'text', text: 'Look' },
    { type: 'file', mediaType: 'image/png', url },
  ]
}

const deleteChat = (chatId: string) => sql('delete from chat where id = $1', [chatId])
const dayLater = () => sql(`update upload set check_after = check_after - interval '1 day'`)

describe('an image', () => {
  test('goes when the last chat that shows it is deleted', async () => {
    const [mine, theirs] = [await showIn(), await showIn({ user: await app.createUser() })]
    await dayLater()
    await cleanUp()
    await deleteChat(mine.chatId)
    await cleanUp()
    expect(await isStored()).toBe(true)
    await deleteChat(theirs.chatId)
    await cleanUp()
    expect(await isStored()).toBe(false)
    expect(await sql('select * from upload where pathname = $1', [image])).toEqual([])
  })

  test.each([
    ['a path', (key: string) => `/${key}`],
    ['a download URL', (key: string) => `http://localhost:3000/${key}?download=1`],
    ['a URL under another host', (key: string) => `https://old.example.com/${key}#x`],
  ])('is shown by %s', async (_, urlOf) => {
    await showIn({ url: urlOf(image) })
    await dayLater()
    await cleanUp()
    expect(await isStored()).toBe(true)
  })

  test('goes when its message is edited and shows another', async () => {
    const { messageId } = await showIn()
    const other = await upload()
    const parts = JSON.stringify(partsWith(`/${other}`))
    await sql('update message set parts = $2 where id = $1', [messageId, parts])
    await dayLater()
    await cleanUp()
    expect(await isStored()).toBe(false)
    expect(await isStored(other)).toBe(true)
    await sql(`update message set parts = '[]' where id = $1`, [messageId])
    await cleanUp()
    expect(await isStored(other)).toBe(false)
  })

  test('goes when nobody has used it for a day', async () => {
    await cleanUp()
    expect(await isStored()).toBe(true)
    await dayLater()
    await cleanUp()
    expect(await isStored()).toBe(false)
  })

  test('goes with the account of its owner, whoever else shows it', async () => {
    await showIn({ user: await app.createUser() })
    await sql('delete from user_account where id = $1', [userId])
    await cleanUp()
    expect(await isStored()).toBe(false)
    expect(await sql('select * from deleted_blob')).toEqual([])
  })

  test('that cannot be removed now is removed by a later run', async () => {
    await sql('delete from user_account where id = $1', [userId])
    const { blobs } = app.services
    const away = { ...blobs, delete: () => Promise.reject(new Error('the storage is away')) }
    await cleanUp({ ...app.services, blobs: away })
    expect(await isStored()).toBe(true)
    await sql(`update deleted_blob set tried_at = tried_at - interval '1 minute'`)
    expect(await cleanUp()).toMatchObject({ deleted: 1 })
    expect(await isStored()).toBe(false)
  })

  test('is left alone by the clean-up while a message begins to show it', async () => {
    const chatId = randomUUID()
    await sql(`insert into chat (id, user_id, title) values ($1, $2, 'x')`, [chatId, userId])
    await dayLater()
    const em = app.services.orm.em.fork()
    await em.transactional(async (tx) => {
      await tx.insert(Message, {
        chatId,
        id: randomUUID(),
        position: 0,
        role: 'user',
        parts: partsWith(`/${image}`),
      })
      await cleanUp()
    })
    expect(await isStored()).toBe(true)
    await cleanUp()
    expect(await isStored()).toBe(true)
  })

  test('that is shown is not looked at again by each run', async () => {
    await showIn()
    await dayLater()
    await cleanUp()
    const [row] = await sql(
      `select check_after > now() + interval '20 days' as later from upload where pathname = $1`,
      [image],
    )
    expect(row).toEqual({ later: true })
  })

  test('is removed once by two runs at the same time', async () => {
    await dayLater()
    const results = await Promise.all([cleanUp(), cleanUp()])
    expect(results.reduce((sum, { unused }) => sum + unused, 0)).toBe(1)
    expect(await isStored()).toBe(false)
  })
})
