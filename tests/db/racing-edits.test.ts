import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAppError } from '#core/app-error.ts'
import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { findVersion, getVersion } from '#core/documents/find-version.ts'
import { mergeVersions } from '#core/documents/merge/merge-versions.ts'
import { resolveConflicts } from '#core/documents/merge/resolve-conflicts.ts'
import { saveEdit } from '#core/documents/save-edit.ts'
import { saveRewrite } from '#core/documents/save-rewrite.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptAllSuggestions } from '#core/suggestions/accept-all-suggestions.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

/* People, the AI and accepted suggestions write in one document, at once and in any order. */

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

const SLOTS = 6
const TEXT = Array.from({ length: SLOTS }, (_, slot) => `Line ${slot} ends here.\n`).join('\n')

type Stored = { content: string; origin: string; created_at: Date }

const storedOf = (id: string) =>
  app.database.sql<Stored>(
    'select content, origin, created_at from document where id = $1 order by created_at',
    [id],
  )
const suggestedOf = (id: string) =>
  app.database.sql<{ suggested_text: string }>(
    'select suggested_text from suggestion where document_id = $1',
    [id],
  )

let words = 0
/** A word that no other edit has. */
function newWord(): string {
  words += 1
  return `w${words}x`
}

/** Puts a word into the line of a slot, wherever that line is by now; else at the end. */
function withWord(content: string, slot: number, word: string): string {
  const at = content.indexOf(`Line ${slot}`)
  return at < 0 ? `${content}${word}\n` : `${content.slice(0, at)}${word} ${content.slice(at)}`
}

/** Somebody who has the document open, and knows the version that they began from. */
function openDocument(first: DocumentVersion) {
  let base = first
  let isOwn = false
  let content = first.content ?? ''
  return {
    type(slot: number, word: string) {
      content = withWord(content, slot, word)
    },
    /** As the page does: what conflicts is chosen, here both, and saved again. */
    async save(replaceBase: boolean) {
      for (;;) {
        const { id, createdAt: baseCreatedAt, title, kind } = base
        const outcome = await saveEdit(em(), {
          ...{ id, userId, title, kind, content, baseCreatedAt },
          replaceBase: replaceBase && isOwn,
        })
        if (outcome.status === 'saved') {
          base = outcome.version
          content = base.content ?? ''
          isOwn = true
          return
        }
        const current = await findVersion(em(), { userId, ...outcome.current })
        // It was replaced at this moment.
        if (!current) continue
        if (outcome.status === 'conflict') {
          const texts = { base: base.content ?? '', ours: content, theirs: current.content ?? '' }
          const merged = mergeVersions(kind, texts)
          content = resolveConflicts(
            merged,
            merged.conflicts.map(() => 'both'),
          )
          base = current
          isOwn = false
        } else {
          base = current
          content = current.content ?? ''
          isOwn = false
          return
        }
      }
    },
  }
}

/** The AI is given the newest version, and writes for a while. */
async function rewrite(id: string, slot: number, word: string, untilThen: Promise<unknown>) {
  const base = await getVersion(em(), { id, userId })
  await untilThen
  const content = withWord(base.content ?? '', slot, word)
  await em().transactional((tx) => saveRewrite(tx, { userId, chatId, content, base }))
}

type Step = { who: 'first' | 'second' | 'ai' | 'accept'; slot: number; replaces: boolean }

const step = (who: Step['who'][]): fc.Arbitrary<Step> =>
  fc.record({
    who: fc.constantFrom(...who),
    slot: fc.nat(SLOTS - 1),
    replaces: fc.boolean(),
  })
/** Steps that are taken at once, several times. */
const steps = (...who: Step['who'][]) =>
  fc.array(fc.array(step(who), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })

async function play(rounds: Step[][]) {
  const first = await saveVersion(em(), {
    ...{ id: randomUUID(), userId, title: 'Note', content: TEXT, kind: 'text', chatId },
    origin: 'ai',
  })
  const { id } = first
  const people = { first: openDocument(first), second: openDocument(first) }
  const typed: string[] = []
  const written: string[] = []
  /** Versions that nothing may replace, with their content. */
  const lasting = new Map<number, string>()
  for (const round of rounds) {
    const turns: Promise<unknown>[] = []
    let saves: Promise<unknown> = Promise.resolve()
    const busy = new Set<string>()
    for (const { who, slot, replaces } of round) {
      const word = newWord()
      if (who === 'ai') {
        written.push(word)
        turns.push(rewrite(id, slot, word, saves))
      } else if (who === 'accept') {
        const accepting = acceptAllSuggestions(em(), { documentId: id, userId })
        turns.push(accepting.catch(ignoreConflict))
      } else {
        // A page sends one save at a time.
        if (busy.has(who)) continue
        busy.add(who)
        typed.push(word)
        people[who].type(slot, word)
        saves = people[who].save(replaces)
        turns.push(saves)
      }
    }
    await Promise.all(turns)
    for (const { origin, created_at, content } of await storedOf(id)) {
      if (origin !== 'edit') lasting.set(created_at.getTime(), content)
    }
  }
  await people.first.save(true)
  await people.second.save(true)
  return { id, typed, written, lasting, stored: await storedOf(id) }
}

function ignoreConflict(error: unknown) {
  if (!isAppError(error) || error.code !== 'conflict') throw error
}

describe('edits that race', () => {
  test('never lose a word of a person, nor of the AI', async () => {
    await fc.assert(
      fc.asyncProperty(steps('first', 'second', 'ai'), async (rounds) => {
        const { id, typed, written, lasting, stored } = await play(rounds)
        const newest = stored.at(-1)?.content ?? ''
        for (const word of typed) expect(newest).toContain(word)
        const suggested = (await suggestedOf(id)).map(({ suggested_text }) => suggested_text)
        const kept = [...stored.map(({ content }) => content), ...suggested].join('\n')
        for (const word of written) expect(kept).toContain(word)
        for (let slot = 0; slot < SLOTS; slot += 1) expect(newest).toContain(`Line ${slot}`)
        expectKept(stored, lasting)
      }),
      { numRuns: 40 },
    )
  })

  test('keep every word in some version, also while suggestions are accepted', async () => {
    await fc.assert(
      fc.asyncProperty(steps('first', 'second', 'ai', 'accept'), async (rounds) => {
        const { id, typed, written, lasting, stored } = await play(rounds)
        const suggested = (await suggestedOf(id)).map(({ suggested_text }) => suggested_text)
        const kept = [...stored.map(({ content }) => content), ...suggested].join('\n')
        for (const word of [...typed, ...written]) expect(kept).toContain(word)
        expectKept(stored, lasting)
      }),
      { numRuns: 40 },
    )
  })

  test('with a revert are either after it, or gone with the versions that it deletes', async () => {
    for (let run = 0; run < 20; run += 1) {
      const first = await saveVersion(em(), {
        ...{ id: randomUUID(), userId, title: 'Note', content: TEXT, kind: 'text' },
        origin: 'save',
      })
      const { id, createdAt: timestamp } = first
      const person = openDocument(first)
      const words = [newWord(), newWord()] as const
      person.type(0, words[0])
      await person.save(false)
      person.type(1, words[1])
      await Promise.all([person.save(true), deleteVersionsAfter(em(), { id, userId, timestamp })])
      const stored = await storedOf(id)
      expect(stored[0]?.content).toBe(TEXT)
      const newest = stored.at(-1)?.content ?? ''
      if (stored.length > 1) expect(newest).toContain(words[1])
      else expect(newest).toBe(TEXT)
    }
  })
})

/** What came from the AI, was accepted or was restored is no part of a sitting. */
function expectKept(stored: Stored[], lasting: Map<number, string>) {
  const now = new Map(stored.map(({ created_at, content }) => [created_at.getTime(), content]))
  for (const [time, content] of lasting) expect(now.get(time)).toBe(content)
  expect(now.size).toBe(stored.length)
}
