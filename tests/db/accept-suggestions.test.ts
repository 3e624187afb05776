import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptAllSuggestions } from '#core/suggestions/accept-all-suggestions.ts'
import { acceptSuggestion } from '#core/suggestions/accept-suggestion.ts'
import { listPlacedSuggestions } from '#core/suggestions/list-placed-suggestions.ts'
import { resolveSuggestion } from '#core/suggestions/resolve-suggestion.ts'
import { seedSuggestion } from '#tests/support/seed.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
let userId: string
let version: Awaited<ReturnType<typeof save>>

const CONTENT = 'Yes. One. Yes. Two. Yes.'

const em = () => app.services.orm.em.fork()

const save = (content: string, id: string = randomUUID()) =>
  saveVersion(em(), { id, userId, title: 'Note', content, kind: 'text', origin: 'save' })

const seed = (originalText: string, startOffset: number | null, suggestedText = 'No.') =>
  seedSuggestion(app.database, { version, userId, originalText, startOffset, suggestedText })

const accept = (id: string) => acceptSuggestion(em(), { id, userId })
const acceptAll = () => acceptAllSuggestions(em(), { documentId: version.id, userId })

async function contents(): Promise<string[]> {
  const rows = await app.database.sql<{ content: string }>(
    'select content from document where id = $1 order by created_at',
    [version.id],
  )
  return rows.map(({ content }) => content)
}

const openIds = async () =>
  (
    await app.database.sql<{ id: string }>(
      'select id from suggestion where document_id = $1 and not is_resolved',
      [version.id],
    )
  ).map(({ id }) => id)

beforeAll(async () => {
  app = await startTestServices({})
  userId = await app.createUser()
})
beforeEach(async () => {
  version = await save(CONTENT)
})
afterAll(async () => {
  await app?.stop()
})

describe('accepting a suggestion', () => {
  test('of three same sentences the one that it was made for is replaced', async () => {
    await accept(await seed('Yes.', 10))
    expect((await contents()).at(-1)).toBe('Yes. One. No. Two. Yes.')
  })

  test('it finds its sentence after the text around it was edited', async () => {
    const id = await seed('Yes.', 10)
    await save('Well: Yes. One and more. Yes. Two. Yes.', version.id)
    await accept(id)
    expect((await contents()).at(-1)).toBe('Well: Yes. One and more. No. Two. Yes.')
  })

  test('its text is gone although the same sentence stands elsewhere: nothing changes', async () => {
    const id = await seed('Yes.', 10)
    await save('Yes. One. Why? Two. Yes.', version.id)
    await expect(accept(id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await contents()).toHaveLength(2)
    expect(await openIds()).toEqual([id])
  })

  test('a note is resolved without a new version', async () => {
    await accept(await seed('Yes.', 10, 'Yes.'))
    expect([await contents(), await openIds()]).toEqual([[CONTENT], []])
  })

  test('edits that are saved at the same time are kept', async () => {
    const ids = [await seed('Yes.', 0), await seed('Yes.', 10), await seed('Yes.', 20)]
    await Promise.all(ids.map((id) => accept(id)))
    expect((await contents()).at(-1)).toBe('No. One. No. Two. No.')
  })
})

describe('accepting all suggestions', () => {
  test('all that have their place are applied in one version; the others stay, and are counted', async () => {
    const [, , stale] = [
      await seed('Yes.', 10, 'Certainly, indeed.'),
      await seed('Yes.', 20, ''),
      await seed('One.', 5),
    ]
    await save('Yes. 1. Yes. Two. Yes.', version.id)
    expect(await acceptAll()).toEqual({ accepted: 2, left: 1 })
    expect(await contents()).toEqual([
      CONTENT,
      'Yes. 1. Yes. Two. Yes.',
      'Yes. 1. Certainly, indeed. Two. ',
    ])
    expect(await openIds()).toEqual([stale])
  })

  test('of two that overlap one is applied', async () => {
    await seed('Yes. One.', 0)
    await seed('One. Yes.', 5)
    expect(await acceptAll()).toEqual({ accepted: 1, left: 1 })
    expect((await contents()).at(-1)).toBe('Yes. No. Two. Yes.')
  })

  test('several times at once, they are applied once', async () => {
    await seed('Yes.', 0)
    await seed('Yes.', 10)
    const outcomes = await Promise.allSettled([acceptAll(), acceptAll(), acceptAll()])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await contents()).toHaveLength(2)
  })

  test('while single ones are accepted and dismissed, each is applied at most once', async () => {
    const ids = [await seed('Yes.', 0), await seed('One.', 5), await seed('Two.', 15)]
    const [first = '', second = ''] = ids
    await Promise.allSettled([
      accept(first),
      acceptAll(),
      resolveSuggestion(em(), { id: second, userId }),
    ])
    expect((await contents()).at(-1)).toMatch(/^No\. (One|No)\. Yes\. (Two|No)\. Yes\.$/)
  })

  test('nothing to apply is a conflict; another user’s document is refused', async () => {
    await expect(acceptAll()).rejects.toMatchObject({ code: 'conflict' })
    const stranger = await app.createUser()
    await expect(
      acceptAllSuggestions(em(), { documentId: version.id, userId: stranger }),
    ).rejects.toMatchObject({ code: 'not-owner' })
  })
})

describe('the suggestions of a document', () => {
  test('they are listed by their place in the newest version, those without one last', async () => {
    const [late, gone, early] = [
      await seed('Yes.', 20),
      await seed('One.', 5),
      await seed('Yes.', 0),
    ]
    const newest = await save('So: Yes. 1. Yes. Two. Yes.', version.id)
    const key = { documentId: version.id, userId, createdAt: newest.createdAt }
    const placed = await listPlacedSuggestions(em(), { ...key, content: newest.content ?? '' })
    expect(placed.map(({ id, range }) => [id, range?.start])).toEqual([
      [early, 4],
      [late, 22],
      [gone, undefined],
    ])
  })
})
