import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'

export type ChatSummary = {
  id: string
  title: string
  visibility: 'private' | 'public'
  createdAt: string
}

type Row = { id: string; title: string; visibility: 'private' | 'public'; created_at: string }

/** A chat's row as the interface shows it. */
export function toChatSummary({ created_at, ...row }: Row): ChatSummary {
  return { ...row, createdAt: toIsoString(created_at) }
}

/**
 * Renames or shares a chat of the user. A title that the user typed is never
 * overwritten by a generated one.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function updateChat(
  em: EntityManager,
  input: { chatId: string; userId: string; title?: string; visibility?: 'private' | 'public' },
): Promise<ChatSummary> {
  const { chatId, userId, title = null, visibility = null } = input
  const [row] = await em.execute<Row[]>(
    `update chat
        set title = coalesce(?, title), visibility = coalesce(?, visibility),
            title_source = case when ?::text is null then title_source else 'user' end
      where id = ? and user_id = ?
  returning id, title, visibility, created_at`,
    [title, visibility, title, chatId, userId],
  )
  if (row) return toChatSummary(row)
  const [other] = await em.execute<{ id: string }[]>('select id from chat where id = ?', [chatId])
  if (other) throw new AppError('not-owner', 'This chat belongs to another account.')
  throw new AppError('not-found', 'There is no chat with this id.')
}
