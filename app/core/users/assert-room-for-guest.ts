import { AppError } from '#core/app-error.ts'
import type { StorageLimitName } from '#db/entities/storage-limit.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/**
 * Asserts that an account may take over what a guest stores: by what guests bring,
 * it may be over its limit (`STORAGE_PER_USER`) by as much as one guest may have.
 * Without a bound, a new guest again and again would be a way to store any
 * amount. Until the transaction ends, other guests of the account wait.
 *
 * @throws {AppError} too-large
 */
export async function assertRoomForGuest(
  tx: EntityManager,
  { guestId, userId }: { guestId: string; userId: string },
): Promise<void> {
  await lockGuestsOf(tx, userId)
  const brought = await storedBytes(tx, guestId)
  if (brought === 0) return
  const perUser = await findLimit(tx, 'storage_per_user')
  const perGuest = await findLimit(tx, 'storage_per_guest')
  if ((await storedBytes(tx, userId)) + brought <= perUser + perGuest) return
  throw new AppError(
    'too-large',
    `The storage of the account is full: its documents, messages and images may take ${perUser.toLocaleString('en')} bytes together. It cannot take over what you have as a guest. Sign out as a guest, which leaves that behind, or delete your chats and documents first. Then sign in.`,
  )
}

async function lockGuestsOf(tx: EntityManager, userId: string) {
  await kysely(tx)
    .selectNoFrom(({ fn, lit, val }) =>
      fn('pg_advisory_xact_lock', [
        fn('hashtextextended', [val(`guests of ${userId}`), lit(0)]),
      ]).as('lock'),
    )
    .execute()
}

async function storedBytes(tx: EntityManager, userId: string): Promise<number> {
  const { bytes } = await kysely(tx)
    .selectFrom((db) =>
      db
        .selectFrom('StorageUsed')
        .select('bytes')
        .where('userId', '=', userId)
        .unionAll(db.selectFrom('StorageChange').select('bytes').where('userId', '=', userId))
        .as('stored'),
    )
    .select(({ fn }) => fn.sum('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Without a row there is no limit. */
async function findLimit(tx: EntityManager, name: StorageLimitName): Promise<number> {
  const limit = await kysely(tx)
    .selectFrom('StorageLimit')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst()
  return limit ? Number(limit.bytes) : Number.POSITIVE_INFINITY
}
