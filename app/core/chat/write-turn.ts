import type { StoredPart } from '#db/entities/message.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import type { KnownMessage, Turn } from './claim-turn.ts'
import type { ConversationMessage } from './normalise-messages.ts'

type NewRow = {
  id: string
  role: 'user' | 'assistant'
  parts: StoredPart[]
  status: string
  model: string | null
  generationId: string | null
}

type Found = {
  /** The turn's messages that are stored, and the last of the chat. */
  rows: KnownMessage[]
  isNewChat: boolean
  /** The message that is answered. */
  last: ConversationMessage
}

/**
 * Writes the messages of a turn behind those that stay, and the row of its
 * reply. What came after a message that is sent again goes, with its votes.
 */
export async function writeTurn(
  tx: EntityManager,
  turn: Turn,
  { rows, isNewChat, last }: Found,
): Promise<void> {
  const existing = rows.find((row) => row.id === last.id)
  const nextPosition = existing
    ? existing.position + 1
    : Math.max(-1, ...rows.map((row) => row.position)) + 1
  if (existing) {
    await tx.execute('delete from message where chat_id = ? and position > ?', [
      turn.chatId,
      existing.position,
    ])
    await tx.execute('update message set parts = ? where id = ?', [
      JSON.stringify(last.parts),
      last.id,
    ])
  }
  const fresh = isNewChat ? turn.conversation : existing ? [] : [last]
  const added: NewRow[] = fresh.map((message) => ({
    ...message,
    status: 'complete',
    model: null,
    generationId: null,
  }))
  added.push({
    id: turn.messageId,
    role: 'assistant',
    parts: [],
    status: 'streaming',
    model: turn.model,
    generationId: turn.generationId,
  })
  await insertRows(tx, turn.chatId, nextPosition, added)
}

async function insertRows(tx: EntityManager, chatId: string, from: number, rows: NewRow[]) {
  const values = rows.map((row, index) => ({ ...row, position: from + index }))
  await executePrepared(
    tx,
    `insert into message
       (id, chat_id, position, role, parts, status, model, generation_id, created_at, heartbeat_at)
     select id, $1, position, role, parts, status, model, "generationId",
            clock_timestamp(), clock_timestamp()
       from jsonb_to_recordset($2::jsonb) as row
            (id uuid, position int, role text, parts jsonb, status text, model text,
             "generationId" uuid)`,
    [chatId, JSON.stringify(values)],
  )
}
