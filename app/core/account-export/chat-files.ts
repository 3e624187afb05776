import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { isAppError } from '../app-error.ts'
import { exportChatAsJson } from '../chat/export-chat-as-json.ts'
import { exportChatAsMarkdown } from '../chat/export-chat-as-markdown.ts'
import { fileName } from '../file-name.ts'
import { createUniqueNames } from '../library/unique-names.ts'
import type { ArchivedFile } from '../library/zip-stream.ts'
import { textFile } from './text-file.ts'

/** Chats that are looked up at once. */
const BATCH = 200

/** A chat as the exports give it. */
type Exported = { title: string; pieces: AsyncGenerator<string, void, void> }

export type ReadChat = (read: () => Promise<Exported>) => Promise<Exported>

type Input = { em: EntityManager; userId: string; origin: string; readChat: ReadChat }

type Listed = { id: string; createdAt: string }

/**
 * All chats of a user as JSON, oldest first, each with its votes and documents, and
 * with `hasMarkdown` also as texts. A chat that is deleted meanwhile is left out.
 */
export async function* chatFiles(
  { em, userId, origin, readChat }: Input,
  hasMarkdown: boolean,
): AsyncGenerator<ArchivedFile> {
  const nameOf = createUniqueNames()
  for await (const { id, createdAt } of listChatIds(em, userId)) {
    const input = { chatId: id, userId, origin }
    const json = await ifThere(readChat(() => exportChatAsJson(em, input)))
    if (!json) continue
    const name = nameOf(fileName(json.title, 'chat', 'json'))
    yield textFile(`chats/${name}`, createdAt, json.pieces)
    if (!hasMarkdown) continue
    const text = await ifThere(readChat(() => exportChatAsMarkdown(em, input)))
    if (text) yield textFile(`chats/${name.replace(/json$/, 'md')}`, createdAt, text.pieces)
  }
}

async function* listChatIds(em: EntityManager, userId: string): AsyncGenerator<Listed> {
  let last: Listed | undefined
  for (;;) {
    const chats = await listNext(em, userId, last)
    yield* chats
    last = chats.at(-1)
    if (chats.length < BATCH) return
  }
}

function listNext(em: EntityManager, userId: string, last: Listed | undefined): Promise<Listed[]> {
  const all = kysely(em)
    .selectFrom('Chat')
    .select(['id', 'createdAt'])
    .where('userId', '=', userId)
    .where('expiresAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH)
  if (!last) return all.execute()
  const { createdAt, id } = last
  return all
    .where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '>', tuple(createdAt, id)))
    .execute()
}

async function ifThere(reading: Promise<Exported>): Promise<Exported | null> {
  try {
    return await reading
  } catch (error) {
    if (isAppError(error) && (error.code === 'not-found' || error.code === 'not-owner')) return null
    throw error
  }
}
