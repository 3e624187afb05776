import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { libraryCalls, readText } from '#tests/support/library-calls.ts'
import { seedChat } from '#tests/support/seed.ts'

let app: TestApp
let owner: Caller
let stranger: Caller
let library: ReturnType<typeof libraryCalls>

beforeAll(async () => {
  app = await startApp()
  ;[owner, stranger] = await Promise.all([registered(app.url), registered(app.url)])
  library = libraryCalls(owner)
})
afterAll(() => app?.stop())

describe('the documents of a chat that is deleted', () => {
  /** A chat with two documents, and one of another user that claims to be of this chat. */
  async function chatWithDocuments() {
    const { chatId } = await seedChat(app.database, owner.userId)
    const ids = [await library.save({ title: 'First' }), await library.save({ title: 'Second' })]
    const foreign = await libraryCalls(stranger).save({ title: 'Foreign' })
    const sql = 'update document set chat_id = $1 where id = any($2)'
    await app.database.sql(sql, [chatId, [...ids, foreign]])
    return { chatId, ids, foreign }
  }
  const remove = (chatId: string, caller: Caller, fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ intent: 'delete', ...fields })
    return caller.client.raw(`/chat/${chatId}`, { method: 'POST', body })
  }

  test('the page asks what becomes of its documents, and lists them', async () => {
    const { chatId } = await chatWithDocuments()
    const page = await readText(await owner.client.get(`/chat/${chatId}/options`))
    expect(page).toContain('This chat has 2 documents.')
    expect(page).toMatch(/<input[^>]*checked=""[^>]*value="keep"|value="keep"[^>]*checked=""/)
    expect(page).toContain('Second')
    expect(page).not.toContain('Foreign')
    await library.save({ title: 'Poem' })
    const listed = await library.page(`?chat=${chatId}`)
    expect(listed).toContain('First')
    expect(listed).not.toContain('Poem')
  })

  test('they stay, unless the form says that they go too', async () => {
    const kept = await chatWithDocuments()
    expect((await remove(kept.chatId, owner)).status).toBe(303)
    for (const id of kept.ids) expect(await library.content(id)).toBe('One.')

    const gone = await chatWithDocuments()
    expect((await remove(gone.chatId, owner, { documents: 'delete' })).status).toBe(303)
    for (const id of gone.ids) expect(await library.content(id)).toBeUndefined()
    expect(await libraryCalls(stranger).content(gone.foreign)).toBe('One.')
    const trash = await library.page()
    const [, keptId = ''] =
      /Recently deleted.*?<form[^>]*action="\/documents\/([^"?]+)/s.exec(trash) ?? []
    expect((await library.act(keptId, { intent: 'undelete' })).status).toBe(303)
  })

  test("another user's chat and its documents stay", async () => {
    const { chatId, ids, foreign } = await chatWithDocuments()
    expect((await remove(chatId, stranger, { documents: 'delete' })).status).toBe(401)
    for (const id of ids) expect(await library.content(id)).toBe('One.')
    expect(await libraryCalls(stranger).content(foreign)).toBe('One.')
  })

  test('the interface deletes the chat alone', async () => {
    const { chatId, ids } = await chatWithDocuments()
    expect((await owner.call('DELETE', `/api/chat?id=${chatId}`)).status).toBe(200)
    for (const id of ids) expect(await library.content(id)).toBe('One.')
  })
})
