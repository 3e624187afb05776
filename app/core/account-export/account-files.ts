import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { ArchivedFile } from '../library/zip-stream.ts'
import { listPrompts } from '../prompts/prompts.ts'
import { listApiTokens } from '../users/api-tokens.ts'
import { listSessions } from '../users/list-sessions.ts'
import { jsonFile, textFile } from './text-file.ts'

/** Chats whose instructions are read at once. */
const BATCH = 200

type Input = { em: EntityManager; userId: string }

/** The account itself, its prompts, and the instructions of its chats. */
export async function* accountFiles({ em, userId }: Input): AsyncGenerator<ArchivedFile> {
  const exportedAt = new Date().toISOString()
  const account = await kysely(em)
    .selectFrom('User')
    .select(['id', 'email', 'createdAt', 'instructions'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { sessions } = await listSessions(em, { userId })
  const apiTokens = await listApiTokens(em, { userId })
  yield jsonFile('account.json', exportedAt, { exportedAt, account, sessions, apiTokens })
  yield jsonFile('prompts.json', exportedAt, await listPrompts(em, { userId }))
  yield textFile('chat-instructions.json', exportedAt, chatInstructions(em, userId))
}

async function* chatInstructions(em: EntityManager, userId: string) {
  yield '['
  let after: string | undefined
  for (;;) {
    let query = kysely(em)
      .selectFrom('Chat')
      .select(['id as chatId', 'instructions'])
      .where('userId', '=', userId)
      .where('expiresAt', 'is', null)
      .where('instructions', 'is not', null)
      .orderBy('id')
      .limit(BATCH)
    if (after) query = query.where('id', '>', after)
    const rows = await query.execute()
    const separator = after ? ',' : ''
    if (rows.length > 0) yield `${separator}${JSON.stringify(rows).slice(1, -1)}`
    after = rows.at(-1)?.chatId
    if (rows.length < BATCH) break
  }
  yield ']\n'
}
