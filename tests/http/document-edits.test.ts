import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { seedSuggestion } from '#tests/support/seed.ts'

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
})
afterAll(() => app?.stop())

type Version = { id: string; createdAt: string; title: string; content: string; kind: string }
type Fields = Partial<Version> & { baseCreatedAt?: string; replaceBase?: boolean }

const TEXT = 'One.\n\nTwo.\n\nThree.\n'

const send = (id: string, fields: Fields, caller = owner) =>
  caller.call('POST', `/api/document?id=${id}`, { title: 'Note', kind: 'text', ...fields })

async function save(id: string, fields: Fields): Promise<Version> {
  const response = await send(id, fields)
  expect(response.status).toBe(200)
  return (await response.json()) as Version
}

async function conflict(id: string, fields: Fields) {
  const response = await send(id, fields)
  expect(response.status).toBe(409)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  return (await response.json()) as { detail: string; error: string; current: Version }
}

async function contents(id: string) {
  const response = await owner.call('GET', `/api/document?id=${id}`)
  return ((await response.json()) as Version[]).map(({ content }) => content)
}

async function begun(fields: Fields = { content: TEXT }) {
  const id = randomUUID()
  const first = await save(id, fields)
  return { id, first, baseCreatedAt: first.createdAt }
}

describe('an edit that names its version', () => {
  test('an edit of the newest version is the next version', async () => {
    const { id, baseCreatedAt } = await begun()
    const saved = await save(id, { content: 'New.', baseCreatedAt })
    expect(saved.createdAt > baseCreatedAt).toBe(true)
    expect(await contents(id)).toEqual([TEXT, 'New.'])
  })

  test('half of a surrogate pair is answered as it is stored', async () => {
    const { id, baseCreatedAt } = await begun({ content: 'a\uD800b', title: '\uDC00' })
    const edited = await save(id, { content: 'c\uD800', title: '\uDC00', baseCreatedAt })
    expect(edited).toMatchObject({ content: 'c\uFFFD', title: '\uFFFD' })
    expect(await contents(id)).toEqual(['a\uFFFDb', 'c\uFFFD'])
    const again = { content: 'c\uD800', title: '\uDC00', baseCreatedAt: edited.createdAt }
    expect(await save(id, again)).toEqual(edited)
    expect(await contents(id)).toHaveLength(2)
  })

  test('what is there already is not written again', async () => {
    const { id, first, baseCreatedAt } = await begun()
    expect(await save(id, { content: TEXT, baseCreatedAt })).toEqual(first)
    const second = await save(id, { content: 'New.', baseCreatedAt })
    expect(await save(id, { content: 'New.', baseCreatedAt })).toEqual(second)
    expect(await contents(id)).toHaveLength(2)
  })

  test('edits that do not touch are merged, the title too', async () => {
    const { id, baseCreatedAt } = await begun()
    await save(id, { content: TEXT.replace('One', 'Uno'), baseCreatedAt })
    const edit = { content: TEXT.replace('Three', 'Tres'), title: 'Numbers', baseCreatedAt }
    const merged = await save(id, edit)
    expect(merged).toMatchObject({ title: 'Numbers', content: 'Uno.\n\nTwo.\n\nTres.\n' })
    expect(await contents(id)).toHaveLength(3)
  })

  test('edits of the same words conflict, and nothing is written', async () => {
    const { id, baseCreatedAt } = await begun()
    const current = await save(id, { content: TEXT.replace('Two', 'Dos'), baseCreatedAt })
    const problem = await conflict(id, { content: TEXT.replace('Two', 'Deux'), baseCreatedAt })
    expect(problem.current).toEqual(current)
    expect(problem.error).toBe(problem.detail)
    expect(await contents(id)).toHaveLength(2)
  })

  test('different titles conflict, and so does another kind', async () => {
    const { id, baseCreatedAt } = await begun()
    await save(id, { content: TEXT, title: 'Mine', baseCreatedAt })
    await conflict(id, { content: TEXT, title: 'Yours', baseCreatedAt })
    await conflict(id, { content: 'x', kind: 'code', baseCreatedAt })
  })

  test('an edit of a version that is gone conflicts', async () => {
    const { id, first } = await begun()
    const problem = await conflict(id, {
      content: 'New.',
      baseCreatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(problem.current).toEqual(first)
  })

  test('a large newest version comes whole with the conflict', async () => {
    const content = '"ä\n'.repeat(500_000)
    const { id, first } = await begun({ content })
    const baseCreatedAt = '2026-01-01T00:00:00.000Z'
    expect((await conflict(id, { content: 'New.', baseCreatedAt })).current).toEqual(first)
  })

  test('an unknown document is 404, and one of another account 401', async () => {
    const { id, baseCreatedAt } = await begun()
    const fields = { content: 'New.', baseCreatedAt }
    expect((await send(randomUUID(), fields)).status).toBe(404)
    const stranger = await registered(app.url)
    expect((await send(id, fields, stranger)).status).toBe(401)
  })

  test.each([{ baseCreatedAt: 'yesterday' }, { baseCreatedAt: 5 }, { replaceBase: 'yes' }])(
    '%j is malformed',
    async (fields) => {
      const response = await send(randomUUID(), { content: '', ...(fields as Fields) })
      expect(response.status).toBe(400)
    },
  )

  test('twenty edits of one version at once are all kept', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n}`)
    const { id, baseCreatedAt } = await begun({ content: lines.join('\n') })
    await Promise.all(
      lines.map((line, n) => {
        const content = lines.with(n, `${line} of ${n}`).join('\n')
        return save(id, { content, baseCreatedAt })
      }),
    )
    const all = await contents(id)
    expect(all).toHaveLength(21)
    expect(all.at(-1)).toBe(lines.map((line, n) => `${line} of ${n}`).join('\n'))
  })
})

describe('edits of one sitting', () => {
  test('an edit takes the place of the one before it', async () => {
    const { id, baseCreatedAt } = await begun()
    const second = await save(id, { content: 'Two.', baseCreatedAt, replaceBase: true })
    const third = await save(id, {
      content: 'Three.',
      baseCreatedAt: second.createdAt,
      replaceBase: true,
    })
    expect(third.createdAt > second.createdAt).toBe(true)
    expect(await contents(id)).toEqual([TEXT, 'Three.'])
  })

  test.each(['ai', 'restore', 'accept', 'save', null])(
    'a version of the origin %s is never replaced',
    async (origin) => {
      const { id, baseCreatedAt } = await begun()
      await app.database.sql('update document set origin = $2 where id = $1', [id, origin])
      await save(id, { content: 'Two.', baseCreatedAt, replaceBase: true })
      expect(await contents(id)).toEqual([TEXT, 'Two.'])
    },
  )

  test('a version with suggestions is not replaced', async () => {
    const { id, baseCreatedAt } = await begun()
    const second = await save(id, { content: 'Two.', baseCreatedAt })
    await seedSuggestion(app.database, {
      version: second,
      userId: owner.userId,
    })
    await save(id, { content: 'Three.', baseCreatedAt: second.createdAt, replaceBase: true })
    expect(await contents(id)).toEqual([TEXT, 'Two.', 'Three.'])
  })

  test('an edit that has to be merged replaces nothing', async () => {
    const { id, baseCreatedAt } = await begun()
    const second = await save(id, { content: `${TEXT}Four.\n`, baseCreatedAt })
    await save(id, { content: `Zero.\n${TEXT}Four.\n`, baseCreatedAt: second.createdAt })
    await save(id, {
      content: `${TEXT}Four!\n`,
      baseCreatedAt: second.createdAt,
      replaceBase: true,
    })
    expect(await contents(id)).toEqual([
      TEXT,
      `${TEXT}Four.\n`,
      `Zero.\n${TEXT}Four.\n`,
      `Zero.\n${TEXT}Four!\n`,
    ])
  })
})
