import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { saveEdit } from '#core/documents/save-edit.ts'
import { saveRewrite } from '#core/documents/save-rewrite.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptAllSuggestions } from '#core/suggestions/accept-all-suggestions.ts'
import { listPlacedSuggestions } from '#core/suggestions/list-placed-suggestions.ts'
import type { DocumentKind } from '#db/entities/document.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
let userId: string
let chatId: string

const em = () => app.services.orm.em.fork()

beforeAll(async () => {
  app = await startTestServices({})
  userId = await app.createUser()
  chatId = randomUUID()
  await app.database.sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [
    chatId,
    userId,
    'Rain',
  ])
})
afterAll(() => app?.stop())

function begin(content: string, kind: DocumentKind = 'text') {
  return saveVersion(em(), {
    ...{ id: randomUUID(), userId, title: 'Note', content, kind, chatId },
    origin: 'ai',
  })
}

function edit(base: DocumentVersion, content: string, fields: Partial<DocumentVersion> = {}) {
  return saveEdit(em(), { ...base, ...fields, content, baseCreatedAt: base.createdAt })
}

const rewrite = (base: DocumentVersion, content: string) =>
  em().transactional((tx) => saveRewrite(tx, { userId, chatId, content, base }))

async function versionsOf({ id }: DocumentVersion) {
  return app.database.sql<{ content: string; origin: string; title: string; created_at: string }>(
    'select content, origin, title, created_at from document where id = $1 order by created_at',
    [id],
  )
}

async function suggestionsOf({ id }: DocumentVersion) {
  const [newest] = await app.database.sql<{ content: string; created_at: Date }>(
    'select content, created_at from document where id = $1 order by created_at desc limit 1',
    [id],
  )
  return listPlacedSuggestions(em(), {
    ...{ documentId: id, userId, content: newest?.content ?? '' },
    createdAt: new Date(newest?.created_at ?? 0).toISOString(),
  })
}

const TEXT = 'One is.\n\nTwo is.\n\nThree is.\n'

describe('what the AI has made of a version', () => {
  test('is the newest one where nobody has edited it meanwhile', async () => {
    const base = await begin(TEXT)
    expect(await rewrite(base, 'New.')).toEqual({ status: 'saved', title: 'Note', suggestions: 0 })
    expect(await versionsOf(base)).toMatchObject([
      { content: TEXT },
      { content: 'New.', origin: 'ai' },
    ])
  })

  test('is merged with what a person has saved meanwhile, as one version', async () => {
    const base = await begin(TEXT)
    await edit(base, TEXT.replace('One', 'First'), { title: 'My note' })
    expect(await rewrite(base, TEXT.replace('Three', 'Third'))).toEqual({
      ...{ status: 'merged', title: 'My note', suggestions: 0 },
    })
    expect((await versionsOf(base)).slice(1)).toMatchObject([
      { content: 'First is.\n\nTwo is.\n\nThree is.\n', origin: 'edit', title: 'My note' },
      { content: 'First is.\n\nTwo is.\n\nThird is.\n', origin: 'ai', title: 'My note' },
    ])
  })

  test('is a suggestion where the person has changed the same; the rest is merged', async () => {
    const base = await begin(TEXT)
    await edit(base, TEXT.replace('Two', 'My second'))
    const theirs = TEXT.replace('Two', 'Its second').replace('Three', 'Third')
    expect(await rewrite(base, theirs)).toMatchObject({ status: 'merged', suggestions: 1 })
    const merged = 'One is.\n\nMy second is.\n\nThird is.\n'
    expect((await versionsOf(base)).at(-1)).toMatchObject({ content: merged, origin: 'ai' })
    expect(await suggestionsOf(base)).toMatchObject([
      {
        range: { start: 9, end: 22 },
        originalText: 'My second is.',
        suggestedText: 'Its second is.',
        description: expect.stringMatching(/while the AI/),
      },
    ])
    await acceptAllSuggestions(em(), { documentId: base.id, userId })
    expect((await versionsOf(base)).at(-1)?.content).toBe(theirs)
  })

  test('is a suggestion also where the person has deleted what it changed', async () => {
    const base = await begin(TEXT)
    await edit(base, 'One is.\n\nThree is.\n')
    const theirs = TEXT.replace('Two is', 'Its second is')
    expect(await rewrite(base, theirs)).toMatchObject({ status: 'merged', suggestions: 1 })
    expect((await versionsOf(base)).at(-1)?.content).toBe('One is.\n\nThree is.\n')
    await acceptAllSuggestions(em(), { documentId: base.id, userId })
    expect((await versionsOf(base)).at(-1)?.content).toContain('Its second is.')
  })

  test('is a version before the newest where the person has left a blank line', async () => {
    const base = await begin('\nA.\n')
    await edit(base, '\n')
    expect(await rewrite(base, '\nB.\n')).toMatchObject({ status: 'kept' })
    expect((await versionsOf(base)).at(-1)).toMatchObject({ content: '\n', origin: 'restore' })
  })

  test('is a version before the newest where the person has deleted all', async () => {
    const base = await begin(TEXT)
    await edit(base, '')
    expect(await rewrite(base, 'New.')).toMatchObject({ status: 'kept' })
    expect((await versionsOf(base)).slice(1)).toMatchObject([
      { content: '', origin: 'edit' },
      { content: 'New.', origin: 'ai' },
      { content: '', origin: 'restore' },
    ])
  })

  test('keeps the line ends of the document', async () => {
    const base = await begin('a\r\nb\r\nc\r\n')
    await edit(base, 'A\r\nb\r\nc\r\n')
    expect(await rewrite(base, 'a\nb\nC\n')).toMatchObject({ status: 'merged', suggestions: 0 })
    expect((await versionsOf(base)).at(-1)?.content).toBe('A\r\nb\r\nC\r\n')
  })

  test('leaves a sheet a sheet', async () => {
    const base = await begin('a,b\n1,2\n3,4\n', 'sheet')
    await edit(base, 'a,b\n1,20\n3,4\n')
    expect(await rewrite(base, 'a,b\n1,200\n30,4\n')).toMatchObject({ suggestions: 1 })
    expect((await versionsOf(base)).at(-1)?.content).toBe('a,b\n1,20\n30,4\n')
    await acceptAllSuggestions(em(), { documentId: base.id, userId })
    expect((await versionsOf(base)).at(-1)?.content).toBe('a,b\n1,200\n30,4\n')
  })

  test('of an image is the newest version, whatever was saved meanwhile', async () => {
    const base = await begin('aGVsbG8=', 'image')
    await edit(base, 'aGVsbG8=', { title: 'Sun' })
    expect(await rewrite(base, 'd29ybGQ=')).toMatchObject({ status: 'saved', title: 'Sun' })
    expect((await versionsOf(base)).at(-1)).toMatchObject({ content: 'd29ybGQ=', title: 'Sun' })
  })

  test('adds no version where the person has written the same', async () => {
    const base = await begin(TEXT)
    await edit(base, 'New.')
    expect(await rewrite(base, 'New.')).toMatchObject({ status: 'merged', suggestions: 0 })
    expect(await versionsOf(base)).toHaveLength(2)
  })

  test('is merged with a version that has replaced the one it began from', async () => {
    const first = await begin(TEXT)
    const outcome = await edit(first, `${TEXT}\nFour.\n`)
    if (outcome.status !== 'saved') throw new Error('It was not saved.')
    const base = outcome.version
    const baseCreatedAt = base.createdAt
    const typed = `Zero.\n\n${TEXT}\nFour.\n`
    await saveEdit(em(), { ...base, content: typed, baseCreatedAt, replaceBase: true })
    await rewrite(base, `${TEXT}\nFour.\n\nFive.\n`)
    expect((await versionsOf(base)).at(-1)?.content).toBe(`Zero.\n\n${TEXT}\nFour.\n\nFive.\n`)
  })
})
