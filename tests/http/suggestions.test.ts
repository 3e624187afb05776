import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptSuggestion } from '#core/suggestions/accept-suggestion.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut, withForgedSession } from '#tests/support/caller.ts'
import { seedSuggestion } from '#tests/support/seed.ts'

let app: TestApp
let orm: Orm
let owner: Caller
let stranger: Caller
let version: Awaited<ReturnType<typeof save>>

const em = () => orm.em.fork()

const save = (content: string, id: string = randomUUID()) =>
  saveVersion(em(), {
    id,
    userId: owner.userId,
    title: 'Note',
    content,
    kind: 'text',
    origin: 'save',
  })

const seed = (edit: { originalText?: string; suggestedText?: string } = {}) =>
  seedSuggestion(app.database, { version, userId: owner.userId, ...edit })

const list = (caller: Caller, documentId = version.id) =>
  caller.call('GET', `/api/suggestions?documentId=${documentId}`)

const resolve = (caller: Caller, id: string, body: unknown = { isResolved: true }) =>
  caller.call('PATCH', `/api/suggestions?id=${id}`, body)

const versionsOf = async (id: string) =>
  (await owner.call('GET', `/api/document?id=${id}`)).json() as Promise<{ content: string }[]>

beforeAll(async () => {
  app = await startApp()
  orm = await createOrm(app.databaseUrl)
  owner = await registered(app.url)
  stranger = await registered(app.url)
})
beforeEach(async () => {
  version = await save('One. Three. One.')
})
afterAll(async () => {
  await orm?.close()
  await app?.stop()
})

describe('GET /api/suggestions', () => {
  test('suggestions are listed with all their fields', async () => {
    const id = await seed()
    const response = await list(owner)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual([
      {
        id,
        documentId: version.id,
        documentCreatedAt: version.createdAt,
        originalText: 'One.',
        suggestedText: 'Two.',
        description: null,
        isResolved: false,
        userId: owner.userId,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    ])
  })

  test('the list is empty for a document without suggestions and for an unknown document', async () => {
    for (const documentId of [version.id, randomUUID()]) {
      const response = await list(owner, documentId)
      expect([response.status, await response.json()]).toEqual([200, []])
    }
  })

  test("the suggestions of another user's document are refused", async () => {
    await seed()
    const response = await list(stranger)
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('Two.')
  })

  test.each(['', '?documentId=', '?id=1'])('the query %j is answered 404', async (query) => {
    expect((await owner.call('GET', `/api/suggestions${query}`)).status).toBe(404)
    expect((await signedOut(app.url).call('GET', `/api/suggestions${query}`)).status).toBe(401)
  })

  test('a document id that is no UUID is refused with 400', async () => {
    expect((await list(owner, 'x')).status).toBe(400)
    expect((await list(withForgedSession(app.url), 'x')).status).toBe(401)
  })
})

describe('PATCH /api/suggestions', () => {
  test('a suggestion can be resolved, also a second time', async () => {
    const id = await seed()
    for (let time = 0; time < 2; time += 1) {
      const response = await resolve(owner, id)
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ id, isResolved: true })
    }
    expect(await (await list(owner)).json()).toMatchObject([{ id, isResolved: true }])
    expect(await versionsOf(version.id)).toHaveLength(1)
  })

  test.each([{}, { isResolved: false }, { isResolved: 'true' }, [], null])(
    'the body %j is refused with 400',
    async (body) => {
      expect((await resolve(owner, await seed(), body)).status).toBe(400)
    },
  )

  test('a missing id and one that is no UUID are refused', async () => {
    expect((await resolve(owner, '')).status).toBe(400)
    expect((await resolve(owner, 'x')).status).toBe(400)
  })

  test("an unknown suggestion is answered 404; another user's is refused with 401 and stays as it is", async () => {
    const id = await seed()
    expect((await resolve(owner, randomUUID())).status).toBe(404)
    expect((await resolve(stranger, id)).status).toBe(401)
    expect((await resolve(signedOut(app.url), id)).status).toBe(401)
    expect(await (await list(owner)).json()).toMatchObject([{ isResolved: false }])
  })
})

describe('accepting a suggestion', () => {
  const accept = (id: string, caller = owner) =>
    acceptSuggestion(em(), { id, userId: caller.userId })

  test('accepting saves the newest version with the edit and resolves the suggestion', async () => {
    const id = await seed({ suggestedText: "$& $1 'Two'." })
    await save('Zero. One. Three. One. Four.', version.id)
    const { suggestion, version: saved } = await accept(id)
    expect(suggestion.isResolved).toBe(true)
    expect(saved.content).toBe("Zero. $& $1 'Two'. Three. One. Four.")
    expect(await versionsOf(version.id)).toMatchObject([
      { content: 'One. Three. One.' },
      { content: 'Zero. One. Three. One. Four.' },
      { content: "Zero. $& $1 'Two'. Three. One. Four." },
    ])
  })

  test('accepting changes nothing when the text to replace is no longer there', async () => {
    const id = await seed()
    await save('Gone', version.id)
    await expect(accept(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await versionsOf(version.id)).toHaveLength(2)
    expect(await (await list(owner)).json()).toMatchObject([{ isResolved: false }])
  })

  test('accepting the same suggestion several times applies it once', async () => {
    const id = await seed()
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => accept(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await versionsOf(version.id)).toHaveLength(2)
  })

  test('several suggestions accepted at the same time are all applied', async () => {
    const ids = await Promise.all([
      seed({ originalText: 'Three.', suggestedText: 'Four.' }),
      seed({ originalText: 'One.', suggestedText: 'Two.' }),
    ])
    await Promise.all(ids.map((id) => accept(id)))
    expect((await versionsOf(version.id)).at(-1)?.content).toBe('Two. Four. One.')
  })

  test("an unknown suggestion and another user's cannot be accepted", async () => {
    const id = await seed()
    await expect(accept(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
    await expect(accept(id, stranger)).rejects.toMatchObject({ code: 'not-owner' })
  })
})
