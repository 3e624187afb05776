import type { Visibility } from '#db/entities/chat.ts'
import { now } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { whyNotFound } from '../ownership.ts'
import { LISTED_CHAT_COLUMNS, type ListedChat } from './chat-schema.ts'
import { hasAllPinned, MAX_PINNED } from './list-newest-chats.ts'

type Input = {
  chatId: string
  userId: string
  title?: string | undefined
  visibility?: Visibility | undefined
  pinned?: boolean | undefined
  archived?: boolean | undefined
  /** What its replies should follow; empty for nothing. */
  instructions?: string | undefined
}

/**
 * Renames, shares, pins or archives a chat of the user, or changes its instructions. A title that the user
 * typed is never overwritten by a generated one. To pin a chat takes it out of
 * the archive, and to archive it unpins it. A temporary chat can only be
 * renamed and instructed.
 *
 * @throws {AppError} not-found, not-owner; conflict when too many are pinned, or
 *   the chat is temporary
 */
export async function updateChat(em: EntityManager, input: Input): Promise<ListedChat> {
  const { chatId, userId, title, visibility, pinned, archived, instructions } = input
  // Two at once may pin one more than that, which costs nothing.
  if (pinned && (await hasAllPinned(em, userId)) && !(await isPinned(em, input))) {
    throw new AppError('conflict', `You have pinned ${MAX_PINNED} chats. Unpin one first.`)
  }
  const isOnlyRenamed = visibility !== 'public' && !pinned && !archived
  const chat = await kysely(em)
    .updateTable('Chat')
    .set(({ ref, fn }) => ({
      // A statement that sets nothing is none.
      userId,
      ...(title !== undefined && { title, titleSource: 'user' as const }),
      ...(visibility && { visibility }),
      ...(instructions !== undefined && { instructions: instructions || null }),
      ...(pinned === true && { pinnedAt: fn.coalesce(ref('pinnedAt'), now()), archivedAt: null }),
      ...(archived === true && { archivedAt: fn.coalesce(ref('archivedAt'), now()) }),
      ...((pinned === false || archived === true) && { pinnedAt: null }),
      ...(archived === false && { archivedAt: null }),
    }))
    .where('id', '=', chatId)
    .where('userId', '=', userId)
    .$if(!isOnlyRenamed, (query) => query.where('expiresAt', 'is', null))
    .returning(LISTED_CHAT_COLUMNS)
    .executeTakeFirst()
  if (chat) return chat
  if (!isOnlyRenamed && (await isTemporary(em, input))) {
    throw new AppError('conflict', 'A temporary chat can be neither shared, pinned nor archived.')
  }
  throw await whyNotFound(em, 'chat', chatId)
}

function isPinned(em: EntityManager, input: Input) {
  return selectOwn(em, input).where('pinnedAt', 'is not', null).executeTakeFirst()
}

function isTemporary(em: EntityManager, input: Input) {
  return selectOwn(em, input).where('expiresAt', 'is not', null).executeTakeFirst()
}

function selectOwn(em: EntityManager, { chatId, userId }: Input) {
  return kysely(em)
    .selectFrom('Chat')
    .select('id')
    .where('id', '=', chatId)
    .where('userId', '=', userId)
}
