import { sql } from 'kysely'
import { AppError } from '#core/app-error.ts'
import { MAX_PROMPT_NAME_LENGTH, MAX_PROMPTS } from '#core/prompts/prompt-schema.ts'
import { today } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { addTokens } from './add-tokens.ts'
import { assertRoomForGuest } from './assert-room-for-guest.ts'

type Input = { guestId: string; userId: string }

/** The tables of what belongs to a user. A session does too, but ends with the guest. */
export const OWNED = [
  'Chat',
  'Document',
  'Suggestion',
  'SuggestionRequest',
  'Upload',
  'Prompt',
] as const

/** Transactions that lock the same rows in another order can make Postgres end one of them. */
const ATTEMPTS = 3

/**
 * Gives all that a guest has to an account and removes the guest, in one
 * transaction: all of it moves, or none. What the guest's tools and jobs write
 * afterwards is the account's too (`asChatOwner`, `storeSuggestion`). The
 * guest's sessions and API tokens end, because they were never meant to open
 * this account. Does nothing when the user is not a guest, or no longer one.
 *
 * @throws {AppError} too-large when the account has no room for it
 */
export async function absorbGuest(em: EntityManager, input: Input): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await moveToAccount(em.fork(), input)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isDeadlock(error)) throw error
    }
  }
}

async function moveToAccount(em: EntityManager, { guestId, userId }: Input): Promise<void> {
  await em.transactional(async (tx) => {
    const db = kysely(tx)
    // The lock waits for writes that refer to the guest, and holds off new ones.
    const guest = await db
      .selectFrom('User')
      .select('id')
      .where('id', '=', guestId)
      .where('email', 'is', null)
      .where('closedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!guest) return
    await assertRoomForGuest(tx, { guestId, userId })
    await assertRoomForPrompts(tx, { guestId, userId })
    await freePromptNames(tx, { guestId, userId })
    for (const table of OWNED) {
      await db.updateTable(table).set({ userId }).where('userId', '=', guestId).execute()
    }
    await moveTokens(tx, { guestId, userId })
    await moveInstructions(tx, { guestId, userId })
    await db.deleteFrom('User').where('id', '=', guestId).execute()
  })
}

/** By what guests bring, an account may have as many more as one guest may have, but not more and more. */
async function assertRoomForPrompts(em: EntityManager, { guestId, userId }: Input): Promise<void> {
  const { count, brought } = await kysely(em)
    .selectFrom('Prompt')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.countAll<string>().filterWhere('userId', '=', guestId).as('brought'),
    ])
    .where('userId', 'in', [guestId, userId])
    .executeTakeFirstOrThrow()
  if (brought === '0' || Number(count) <= 2 * MAX_PROMPTS) return
  throw new AppError(
    'too-large',
    'The account has too many prompts to take over those that you have as a guest. Delete some of them first. Then sign in.',
  )
}

/** A prompt of the guest's whose name the account has taken gets the beginning of its id behind its name. */
async function freePromptNames(em: EntityManager, { guestId, userId }: Input): Promise<void> {
  const longest = MAX_PROMPT_NAME_LENGTH - 9
  await kysely(em)
    .updateTable('Prompt')
    .set({
      name: sql<string>`left(name, ${sql.lit(longest)}) || '-' || left(id::text, 8)`,
    })
    .where('userId', '=', guestId)
    .where('name', 'in', (db) =>
      db.selectFrom('Prompt as taken').select('taken.name').where('taken.userId', '=', userId),
    )
    .execute()
}

/** The instructions of the account stay; without any, it takes those of the guest. */
async function moveInstructions(em: EntityManager, { guestId, userId }: Input): Promise<void> {
  await kysely(em)
    .updateTable('User')
    .set({
      instructions: ({ selectFrom }) =>
        selectFrom('User as guest').select('guest.instructions').where('guest.id', '=', guestId),
    })
    .where('id', '=', userId)
    .where('instructions', 'is', null)
    .execute()
}

/** What the guest has spent today counts for the account, so that a guest is no way to spend more. */
async function moveTokens(em: EntityManager, { guestId, userId }: Input): Promise<void> {
  const guest = await kysely(em)
    .selectFrom('User')
    .select('tokensToday')
    .where('id', '=', guestId)
    .where('tokensDay', '=', today())
    .executeTakeFirst()
  if (guest) await addTokens(em, [{ userId, tokens: guest.tokensToday }])
}

/** SQLSTATE 40P01. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}
