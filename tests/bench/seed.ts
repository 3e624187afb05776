import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createToken, hashToken } from '#core/users/session-token.ts'

/** An account with a session and a chat without messages. */
export type SeedUser = { userId: string; token: string; chatId: string }

export type Seed = {
  /** One for each of the concurrent streams. */
  users: SeedUser[]
  /** The first of them, who owns everything below. */
  owner: SeedUser
  /** A chat of 200 messages. Half of them are the assistant's, and ten of those have a vote. */
  longChatId: string
  assistantMessageIds: string[]
  /** The document with that number of versions. */
  documentIds: Record<number, string>
}

const USERS = 500
export const MESSAGES = 200
export const VERSIONS = [1, 10, 200]
const CHATS_OF_OWNER = 60
const SUGGESTIONS = 5

/** Two kilobytes of plain text. */
export const PAGE_OF_TEXT = 'The quick brown fox jumps over the lazy dog. '
  .repeat(45)
  .slice(0, 2000)

/** Fills an empty database with the records that the bench reads. */
export async function seedDatabase(databaseUrl: string): Promise<Seed> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const users = await insertUsers(client)
    const [owner] = users
    if (!owner) throw new Error('No users were made.')
    await insertHistory(client, owner)
    const long = await insertLongChat(client, owner)
    const documentIds = await insertDocuments(client, owner)
    await client.query('analyze')
    return { users, owner, ...long, documentIds }
  } finally {
    await client.end()
  }
}

async function insertUsers(client: pg.Client): Promise<SeedUser[]> {
  const users = Array.from({ length: USERS }, () => ({
    userId: randomUUID(),
    token: createToken(),
    chatId: randomUUID(),
  }))
  const userIds = users.map(({ userId }) => userId)
  await client.query('insert into user_account (id) select unnest($1::uuid[])', [userIds])
  await client.query(
    `insert into session (id, token_hash, user_id, expires_at)
     select gen_random_uuid(), hash, id, now() + interval '30 days'
       from unnest($1::text[], $2::uuid[]) as t (hash, id)`,
    [users.map(({ token }) => hashToken(token)), userIds],
  )
  await client.query(
    `insert into chat (id, user_id, title, title_source)
     select chat, id, 'A bench', 'user' from unnest($1::uuid[], $2::uuid[]) as t (chat, id)`,
    [users.map(({ chatId }) => chatId), userIds],
  )
  return users
}

async function insertHistory(client: pg.Client, { userId }: SeedUser) {
  await client.query(
    `insert into chat (id, user_id, title, title_source, created_at)
     select gen_random_uuid(), $1, 'Chat number ' || n, 'generated', now() - n * interval '1 hour'
       from generate_series(1, $2::int) as n`,
    [userId, CHATS_OF_OWNER],
  )
}

async function insertLongChat(client: pg.Client, { userId }: SeedUser) {
  const longChatId = randomUUID()
  await client.query(
    `insert into chat (id, user_id, title, title_source) values ($1, $2, 'A long chat', 'user')`,
    [longChatId, userId],
  )
  const { rows } = await client.query<{ id: string; role: string }>(
    `insert into message (id, chat_id, position, role, parts)
     select gen_random_uuid(), $1, n, case n % 2 when 0 then 'user' else 'assistant' end,
            jsonb_build_array(jsonb_build_object('type', 'text', 'text',
              'Message ' || n || ': ' || left($2, case n % 2 when 0 then 120 else 600 end)))
       from generate_series(0, $3::int - 1) as n returning id, role`,
    [longChatId, PAGE_OF_TEXT, MESSAGES],
  )
  const assistantMessageIds = rows.filter(({ role }) => role === 'assistant').map(({ id }) => id)
  await client.query(
    'insert into vote (chat_id, message_id, is_upvoted) select $1, unnest($2::uuid[]), true',
    [longChatId, assistantMessageIds.slice(0, 10)],
  )
  return { longChatId, assistantMessageIds }
}

async function insertDocuments(client: pg.Client, { userId }: SeedUser) {
  const documentIds: Record<number, string> = {}
  for (const versions of VERSIONS) {
    const id = randomUUID()
    documentIds[versions] = id
    await client.query(
      `insert into document (id, created_at, title, content, kind, user_id)
       select $1, date_trunc('milliseconds', now()) - n * interval '1 second', 'An essay', $2, 'text', $3
         from generate_series(1, $4::int) as n`,
      [id, PAGE_OF_TEXT, userId, versions],
    )
    await client.query(
      `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
                               description, user_id, request_id, position)
       select gen_random_uuid(), id, created_at, 'brown fox', 'red fox', 'Foxes are red.', user_id, $2, n
         from (select * from document where id = $1 order by created_at desc limit 1) as newest,
              generate_series(1, $3::int) as n`,
      [id, randomUUID(), SUGGESTIONS],
    )
  }
  return documentIds
}
