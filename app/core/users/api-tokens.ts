import { randomUUID } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import type { ApiToken, NewApiToken } from './schemas.ts'
import { createToken, hashToken } from './session-token.ts'

/** Of one user; so that the list stays one that a person can read. */
const MAX_API_TOKENS = 50

type Row = {
  id: string
  name: string
  created_at: string | Date
  last_used_at: string | Date
  expires_at: string | Date | null
}

const COLUMNS = 'id, name, created_at, last_used_at, expires_at'
const LIVE = 'name is not null and (expires_at is null or expires_at > now())'

/**
 * Makes an API token: a session with a name. It opens everything of its owner
 * but the account itself and its tokens (see `requireBrowserSession`).
 *
 * @returns the token too, for the only time
 * @throws {AppError} conflict at {@link MAX_API_TOKENS}
 */
export async function createApiToken(
  em: EntityManager,
  { userId, name, expiresInDays }: NewApiToken & { userId: string },
): Promise<ApiToken & { token: string }> {
  const token = createToken()
  const row = await em.transactional(async (tx) => {
    // One at a time for each user, so that the bound holds.
    await tx.execute('select 1 from user_account where id = ? for no key update', [userId])
    const [inserted] = await tx.execute<Row[]>(
      `insert into session (id, token_hash, user_id, name, expires_at)
       select ?, ?, ?, ?, now() + make_interval(days => ?::int)
        where (select count(*) from session where user_id = ? and ${LIVE}) < ?
       returning ${COLUMNS}`,
      [randomUUID(), hashToken(token), userId, name, expiresInDays, userId, MAX_API_TOKENS],
    )
    return inserted
  })
  if (!row) {
    throw new AppError(
      'conflict',
      `You have ${MAX_API_TOKENS} API tokens, which is the most. Revoke one that you no longer use.`,
    )
  }
  return { ...toApiToken(row), token }
}

/** Lists a user's API tokens that have not expired, newest first. */
export async function listApiTokens(
  em: EntityManager,
  { userId }: { userId: string },
): Promise<ApiToken[]> {
  const rows = await em.execute<Row[]>(
    `select ${COLUMNS} from session where user_id = ? and ${LIVE} order by created_at desc, id`,
    [userId],
  )
  return rows.map(toApiToken)
}

/**
 * Revokes an API token: the next request with it gets 401.
 *
 * @throws {AppError} not-found when the user has no such token
 */
export async function revokeApiToken(
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const rows = await em.execute<unknown[]>(
    'delete from session where id = ? and user_id = ? and name is not null returning id',
    [id, userId],
  )
  if (rows.length === 0) {
    throw new AppError(
      'not-found',
      'You have no API token with this id. It may be revoked already.',
    )
  }
}

function toApiToken(row: Row): ApiToken {
  const createdAt = toIsoString(row.created_at)
  const lastUsedAt = toIsoString(row.last_used_at)
  return {
    id: row.id,
    name: row.name,
    createdAt,
    lastUsedAt: lastUsedAt === createdAt ? null : lastUsedAt,
    expiresAt: row.expires_at && toIsoString(row.expires_at),
  }
}
