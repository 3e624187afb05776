import type { MessagePart } from '#db/entities/message.ts'
import { messagePart, messageUrlText, messageVersion } from '#db/expressions.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { readInTurn } from '../large-reads.ts'
import { hasChanged } from './read-messages.ts'

/** The media types of images that a page shows out of a data URL. */
const DATA_URL = /^data:(image\/(?:png|jpeg|gif|webp));base64,/

/** Characters that are read at once; a multiple of four, which stand for three bytes. */
const PIECE_LENGTH = 1024 * 1024

type Place = { chatId: string; messageId: string; part: number }

const selectUrl = prepared((db, p: Place & { from: number; length: number }) =>
  db
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .where('Message.id', '=', p.messageId)
    .where('Message.chatId', '=', p.chatId)
    .select(['Chat.userId', 'Chat.visibility'])
    .select([messageVersion().as('version'), messageUrlText(p.part, p.from, p.length).as('text')]),
)

const selectPart = prepared((db, p: Place & { userId: string }) =>
  db
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .where('Message.id', '=', p.messageId)
    .where('Message.chatId', '=', p.chatId)
    .where('Chat.userId', '=', p.userId)
    .select(messagePart(p.part).as('part')),
)

export type MessageImage = {
  mediaType: string
  /** Another one when the message has changed. */
  version: string
  pieces: AsyncGenerator<Uint8Array, void, void>
}

/**
 * Reads an image that a message holds as a data URL, a piece at a time.
 *
 * @param userId who reads it; the chat is theirs or public
 * @param reader who takes turns with others
 * @returns null when there is none, or it may not be read
 */
export async function readMessageImage(
  em: EntityManager,
  { userId, reader, ...place }: Place & { userId: string | null; reader: string },
): Promise<MessageImage | null> {
  const read = (from: number, length: number) =>
    readInTurn(reader, () => selectUrl(em, { ...place, from, length }))
  const [head] = await read(1, 40)
  if (!head || (head.userId !== userId && head.visibility !== 'public')) return null
  const [start, mediaType] = DATA_URL.exec(head.text ?? '') ?? []
  if (!start || !mediaType) return null
  const { version } = head

  const dataFrom = start.length + 1

  async function* pieces() {
    for (let from = dataFrom; ; from += PIECE_LENGTH) {
      const [row] = await read(from, PIECE_LENGTH)
      if (row?.version !== version) throw hasChanged()
      const text = row.text ?? ''
      if (text) yield Buffer.from(text, 'base64')
      if (text.length < PIECE_LENGTH) return
    }
  }
  return { mediaType, version, pieces: pieces() }
}

/** Finds a part of a message in a chat of the user; null when there is none. */
export async function findMessagePart(
  em: EntityManager,
  place: Place & { userId: string },
): Promise<MessagePart | null> {
  const [row] = await selectPart(em, place)
  return row?.part ?? null
}
