import type { MessageUsage, StoredPart } from '#db/entities/message.ts'
import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { HEARTBEAT_STALE_SECONDS } from './claim-turn.ts'

export type MessageStatus = 'complete' | 'streaming' | 'stopped' | 'failed' | 'interrupted'

export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: StoredPart[]
  status: MessageStatus
  model?: string
  usage?: MessageUsage
  createdAt: string
}

export type LoadedChat = {
  id: string
  title: string
  visibility: 'private' | 'public'
  createdAt: string
  messages: ChatMessage[]
}

type Row = {
  user_id: string
  title: string
  title_source: string
  visibility: 'private' | 'public'
  chat_created_at: string
  id: string | null
  role: 'user' | 'assistant'
  parts: StoredPart[]
  status: MessageStatus
  model: string | null
  usage: MessageUsage | null
  created_at: string
}

/**
 * Loads a chat with its messages, in one query. A reply whose process died
 * reads as interrupted, also before the clean-up has marked it.
 *
 * @param input.readPublic whether a public chat of another user is given too
 * @throws {AppError} not-found, not-owner
 */
export async function loadChat(
  em: EntityManager,
  {
    chatId,
    userId,
    readPublic = false,
  }: { chatId: string; userId: string | null; readPublic?: boolean },
): Promise<LoadedChat & { isOwner: boolean; hasProvisionalTitle: boolean }> {
  const rows = await executePrepared<Row>(
    em,
    `select c.user_id, c.title, c.title_source, c.visibility, c.created_at as chat_created_at,
            m.id, m.role, m.parts, m.model, m.usage, m.created_at,
            case when m.status = 'streaming' and not coalesce(
                   m.heartbeat_at > now() - interval '${HEARTBEAT_STALE_SECONDS} seconds', false)
                 then 'interrupted' else m.status end as status
       from chat c left join message m on m.chat_id = c.id
      where c.id = $1
      order by m.position`,
    [chatId],
  )
  const [chat] = rows
  if (!chat) throw new AppError('not-found', 'There is no chat with this id.')
  const isOwner = chat.user_id === userId
  if (!isOwner && !(readPublic && chat.visibility === 'public')) {
    throw new AppError('not-owner', 'This chat belongs to another account.')
  }
  return {
    id: chatId,
    title: chat.title,
    visibility: chat.visibility,
    createdAt: toIsoString(chat.chat_created_at),
    messages: rows.flatMap((row) => (row.id ? [toMessage(row, row.id)] : [])),
    isOwner,
    hasProvisionalTitle: chat.title_source === 'provisional',
  }
}

function toMessage(row: Row, id: string): ChatMessage {
  return {
    id,
    role: row.role,
    parts: row.parts,
    status: row.status,
    ...(row.model && { model: row.model }),
    ...(row.usage && { usage: row.usage }),
    createdAt: toIsoString(row.created_at),
  }
}
