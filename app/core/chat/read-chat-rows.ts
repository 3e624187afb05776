import type { Kysely, RawBuilder } from 'kysely'
import {
  chatHasBranches,
  firstPosition,
  messageHasParts,
  messagePartsIfShort,
  messageVersion,
  messageWeight,
  positionOfNewest,
} from '#db/expressions.ts'
import type { Database } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { MESSAGE_COLUMNS, messageStatus } from './message-fields.ts'

/** Bytes of all messages that are read in one query. */
const SMALL_CHAT_BYTES = 512 * 1024

const selectChat = prepared((db, p: { chatId: string; smallBytes: number }) =>
  chatRows(db, p, firstPosition()),
)

const selectEndOfChat = prepared((db, p: { chatId: string; smallBytes: number; newest: number }) =>
  chatRows(db, p, positionOfNewest(p.chatId, p.newest)),
)

/** @param from the position of the first message */
function chatRows(
  db: Kysely<Database>,
  p: { chatId: string; smallBytes: number },
  from: RawBuilder<number>,
) {
  return db
    .selectFrom('Chat')
    .leftJoin('Message', (join) =>
      join
        .onRef('Message.chatId', '=', 'Chat.id')
        .on('Message.branchId', 'is', null)
        .on('Message.position', '>=', from),
    )
    .where('Chat.id', '=', p.chatId)
    .orderBy('Message.position')
    .select([
      'Chat.userId',
      'Chat.title',
      'Chat.visibility',
      'Chat.createdAt as chatCreatedAt',
      'Chat.expiresAt',
      'Message.position',
      'Message.replacedBy',
      ...MESSAGE_COLUMNS,
    ])
    .select([
      messageStatus().as('status'),
      messageVersion().as('version'),
      messageWeight().as('weight'),
      messageHasParts().as('hasParts'),
      messagePartsIfShort(p.chatId, from, p.smallBytes).as('parts'),
      chatHasBranches(p.chatId).as('hasBranches'),
    ])
}

/**
 * Reads the rows of a chat, one for each message, also one that waits to come back, but
 * none of a branch. A chat without messages is one row, in which the columns of a message are null.
 *
 * @param newest how many messages, at least, the newest ones, with what waits beside
 *   them; all by default
 */
export function readChatRows(
  em: EntityManager,
  chatId: string,
  newest?: number,
): Promise<ChatRow[]> {
  const which = { chatId, smallBytes: SMALL_CHAT_BYTES }
  return newest ? selectEndOfChat(em, { ...which, newest }) : selectChat(em, which)
}

export type ChatRow = Awaited<ReturnType<typeof selectChat>>[number]
