import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  type Caller,
  guest,
  registered,
  signedOut,
  withForgedSession,
} from '#tests/support/caller.ts'
import { seedSuggestion } from '#tests/support/seed.ts'

let app: TestApp
let owner: Caller
let stranger: Caller

beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
  stranger = await registered(app.url)
})
afterAll(() => app?.stop())

const NOTE = { title: 'Note', content: 'One.', kind: 'text' }
const EPOCH = '1970-01-01T00:00:00Z'

type Version = { id: string; createdAt: string; content: string; [key: string]: unknown }

async function save(id: string, body: object = NOTE, caller = owner): Promise<Version> {
  const response = await caller.call('POST', `/api/document?id=${id}`, body)
  expect(response.status).toBe(200)
  return (await response.json()) as Version
}

async function versions(id: string, caller = owner): Promise<Version[]> {
  const response = await caller.call('GET', `/api/document?id=${id}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Version[]
}

async function documentOf(caller: Caller, count = 1) {
  const id = randomUUID()
  for (let n = 1; n <= count; n += 1) await save(id, { ...NOTE, content: `${n}` }, caller)
  return id
}

const revert = (id: string, timestamp: unknown, caller = owner) =>
  caller.call('PATCH', `/api/document?id=${id}`, { timestamp })

describe('POST /api/document', () => {
  test('saving under an unused id creates a document and returns it', async () => {
    const id = randomUUID()
    const before = Date.now()
    const version = await save(id)
    expect(version).toEqual({ id, createdAt: version.createdAt, ...NOTE, userId: owner.userId })
    expect(version.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Math.abs(Date.parse(version.createdAt) - before)).toBeLessThan(5_000)
    expect(await versions(id)).toEqual([version])
  })

  test('saving again appends a version and keeps the earlier ones', async () => {
    const id = randomUUID()
    const saved = [await save(id), await save(id, { ...NOTE, title: 'New', kind: 'code' })]
    expect(await versions(id)).toEqual(saved)
  })

  test.each(['text', 'code', 'image', 'sheet'])(
    'a document of the kind %s is accepted',
    async (kind) => {
      expect((await save(randomUUID(), { ...NOTE, kind })).kind).toBe(kind)
    },
  )

  test.each([
    '',
    `'; drop table document; --`,
    "\\' \\\\ ? ?? $1 :name \\?",
    '🌦️ \u2028 \ud800 <b>&amp;</b>\r\n\ttail ',
    'x'.repeat(2_000_000),
  ])('content is returned exactly as it was sent (%#)', async (content) => {
    const id = randomUUID()
    await save(id, { ...NOTE, title: content.slice(0, 100) || 't', content })
    expect((await versions(id))[0]?.content).toBe(content.toWellFormed())
  })

  test('the id is found in upper and in lower case', async () => {
    const id = randomUUID()
    await save(id.toUpperCase())
    expect(await versions(id)).toHaveLength(1)
  })

  test('50 racing saves are all kept, in one order that every reader sees', async () => {
    const id = randomUUID()
    const contents = Array.from({ length: 50 }, (_, n) => `${n}`)
    const saved = await Promise.all(contents.map((content) => save(id, { ...NOTE, content })))
    const listed = await versions(id)
    const times = listed.map(({ createdAt }) => createdAt)
    expect(new Set(listed.map(({ content }) => content))).toEqual(new Set(contents))
    expect(new Set(times).size).toBe(50)
    expect(times).toEqual(times.toSorted())
    expect(new Set(saved.map(({ createdAt }) => createdAt))).toEqual(new Set(times))
  })

  test('one of two accounts that race for an id gets it', async () => {
    const id = randomUUID()
    const callers = [owner, stranger, owner, stranger]
    const responses = await Promise.all(
      callers.map((caller) => caller.call('POST', `/api/document?id=${id}`, NOTE)),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 200, 401, 401])
    const winner = statuses[0] === 200 ? owner : stranger
    expect((await versions(id, winner)).every((v) => v.userId === winner.userId)).toBe(true)
  })

  test.each([
    { title: undefined },
    { title: '' },
    { title: 7 },
    { title: 'x'.repeat(501) },
    { content: undefined },
    { content: null },
    { content: 'a\u0000b' },
    { kind: undefined },
    { kind: 'video' },
  ])('%j is refused, and the answer names the wrong field', async (wrong) => {
    const id = randomUUID()
    const response = await owner.call('POST', `/api/document?id=${id}`, { ...NOTE, ...wrong })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ path: Object.keys(wrong)[0] }] })
    expect((await owner.call('GET', `/api/document?id=${id}`)).status).toBe(404)
  })

  test.each(['', '{', '[]', 'null', '"x"'])('the body %j is refused', async (body) => {
    const response = await owner.call('POST', `/api/document?id=${randomUUID()}`, body)
    expect(response.status).toBe(400)
  })

  test('a body over its limit is refused with 413', async () => {
    const content = 'x'.repeat(8 * 1024 * 1024)
    const response = await owner.call('POST', `/api/document?id=${randomUUID()}`, {
      ...NOTE,
      content,
    })
    expect(response.status).toBe(413)
  })

  test("saving another user's document is refused and changes nothing", async () => {
    const id = await documentOf(owner)
    const response = await stranger.call('POST', `/api/document?id=${id}`, NOTE)
    expect(response.status).toBe(401)
    expect(await versions(id)).toHaveLength(1)
  })

  test('a guest can save documents', async () => {
    const somebody = await guest(app.url)
    const id = await documentOf(somebody)
    expect(await versions(id, somebody)).toHaveLength(1)
    expect((await owner.call('GET', `/api/document?id=${id}`)).status).toBe(401)
  })
})

describe('GET /api/document', () => {
  test('the versions are listed by their time', async () => {
    const id = await documentOf(owner, 5)
    expect((await versions(id)).map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5'])
  })

  test("an unknown document is answered 404, another user's 401", async () => {
    const id = await documentOf(owner)
    expect((await owner.call('GET', `/api/document?id=${randomUUID()}`)).status).toBe(404)
    expect((await stranger.call('GET', `/api/document?id=${id}`)).status).toBe(401)
  })
})

describe('PATCH /api/document', () => {
  test('the versions strictly later than the timestamp are deleted', async () => {
    const id = await documentOf(owner, 4)
    const [first, second, ...later] = await versions(id)
    const response = await revert(id, second?.createdAt)
    expect([response.status, await response.text()]).toEqual([200, 'Deleted'])
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await versions(id)).toEqual([first, second])
    expect(later).toHaveLength(2)
  })

  test('the timestamp may have an offset and be finer than a millisecond', async () => {
    const id = await documentOf(owner, 3)
    const [, second, third] = await versions(id)
    const at = Date.parse(third?.createdAt ?? '')
    await revert(id, new Date(at + 2 * 3_600_000).toISOString().replace('Z', '+02:00'))
    expect(await versions(id)).toHaveLength(3)
    const justBefore = new Date(at - 1).toISOString().replace('Z', '999999Z')
    await revert(id, justBefore)
    expect((await versions(id)).at(-1)).toEqual(second)
  })

  test('nothing changes when no version is later', async () => {
    const id = await documentOf(owner, 2)
    expect((await revert(id, '9999-12-31T23:59:59.999Z')).status).toBe(200)
    expect(await versions(id)).toHaveLength(2)
  })

  test('the suggestions of the deleted versions are deleted too, and no others', async () => {
    const id = await documentOf(owner, 2)
    const [first, second] = await versions(id)
    const kept = await seedSuggestion(app.database, { version: first, userId: owner.userId })
    await seedSuggestion(app.database, { version: second, userId: owner.userId })
    await revert(id, first?.createdAt)
    const response = await owner.call('GET', `/api/suggestions?documentId=${id}`)
    expect(await response.json()).toMatchObject([{ id: kept }])
  })

  test('a timestamp before the first version deletes the document, and its id is unused again', async () => {
    const id = await documentOf(owner, 2)
    expect((await revert(id, EPOCH)).status).toBe(200)
    expect((await owner.call('GET', `/api/document?id=${id}`)).status).toBe(404)
    expect((await revert(id, EPOCH)).status).toBe(404)
    await save(id, NOTE, stranger)
  })

  test.each([undefined, null, '', 0, 'yesterday', '2026-02-30T00:00:00Z', '2026-01-01'])(
    'the timestamp %j is refused',
    async (timestamp) => {
      const id = await documentOf(owner)
      expect((await revert(id, timestamp)).status).toBe(400)
      expect(await versions(id)).toHaveLength(1)
    },
  )

  test("an unknown document is answered 404, another user's 401 and stays as it is", async () => {
    const id = await documentOf(owner)
    expect((await revert(randomUUID(), EPOCH)).status).toBe(404)
    expect((await revert(id, EPOCH, stranger)).status).toBe(401)
    expect(await versions(id)).toHaveLength(1)
  })
})

describe('the order of checks of /api/document', () => {
  test.each(['GET', 'POST', 'PATCH', 'DELETE'])(
    '%s checks the session, then the form, then the record',
    async (method) => {
      const hasBody = method === 'POST' || method === 'PATCH'
      const body = hasBody ? { ...NOTE, timestamp: EPOCH } : undefined
      const broken = hasBody ? '{' : undefined
      const own = await documentOf(owner)
      for (const nobody of [signedOut(app.url), withForgedSession(app.url)]) {
        for (const query of ['', '?id=x', `?id=${own}`]) {
          const response = await nobody.call(method, `/api/document${query}`, broken)
          expect(response.status).toBe(401)
          expect(response.headers.get('Content-Type')).toBe('application/problem+json')
        }
      }
      for (const query of ['', '?id=', '?id=x', '?ID=1', `?id=${own}x`]) {
        expect((await stranger.call(method, `/api/document${query}`, body)).status).toBe(400)
      }
      if (broken) {
        expect((await stranger.call(method, `/api/document?id=${own}`, broken)).status).toBe(400)
      }
      expect(await versions(own)).toHaveLength(1)
    },
  )

  test('an unknown method is answered 405', async () => {
    const response = await owner.call('PUT', `/api/document?id=${randomUUID()}`, NOTE)
    expect([response.status, response.headers.get('Allow')]).toEqual([
      405,
      'GET, POST, PATCH, DELETE, HEAD',
    ])
  })
})

describe('a random sequence of saves and reverts', () => {
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ save: fc.string({ unit: 'binary' }) }) },
    { weight: 1, arbitrary: fc.record({ revertTo: fc.nat() }) },
  )

  test('exactly the versions that were saved and not reverted remain, in their order', async () => {
    const sequences = fc.array(step, { minLength: 1, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(sequences, async (steps) => {
        const id = randomUUID()
        let kept: Version[] = [await save(id)]
        for (const step of steps) {
          if ('save' in step) {
            const content = step.save.replaceAll('\u0000', '')
            kept.push(await save(id, { ...NOTE, content }))
          } else {
            kept = kept.slice(0, (step.revertTo % kept.length) + 1)
            await revert(id, kept.at(-1)?.createdAt)
          }
        }
        expect(await versions(id)).toEqual(kept)
      }),
      { numRuns: 25 },
    )
  })
})
