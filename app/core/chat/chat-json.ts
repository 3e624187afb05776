import type { EntityManager } from '#db/orm.ts'
import { PIECE_BYTES, readInTurn } from '../large-reads.ts'
import { messageFields } from './message-fields.ts'
import type { OpenChat, StoredMessage } from './open-chat.ts'
import {
  hasChanged,
  isReadInPieces,
  messageBatches,
  readHead,
  readMessages,
  readPiece,
} from './read-messages.ts'

/**
 * Writes a large chat as JSON, piece by piece. Its messages are read from the
 * database a few at a time, and a large one in pieces, so that a slow reader
 * holds little memory however large the chat is.
 *
 * @param reader who reads; readers take turns
 * @throws when the chat is changed before it is read: what is sent is then not whole
 */
export async function* chatAsJson(
  em: EntityManager,
  chat: OpenChat,
  reader: string,
): AsyncGenerator<string, void, void> {
  yield `${JSON.stringify(chat.summary).slice(0, -1)},"messages":[`
  yield* messagesAsJson(em, chat, reader)
  yield ']}'
}

/** The messages alone, separated by commas. */
export async function* messagesAsJson(
  em: EntityManager,
  chat: OpenChat,
  reader: string,
): AsyncGenerator<string, void, void> {
  if (!chat.stored) {
    yield JSON.stringify(chat.messages).slice(1, -1)
    return
  }
  let separator = ''
  for (const batch of messageBatches(chat.stored)) {
    const [first] = batch
    if (first && isReadInPieces(first)) {
      yield separator
      yield* largeMessageAsJson(em, first, { chat, reader })
    } else {
      const messages = await readInTurn(reader, () => readMessages(em, batch))
      // What this reply has replaced is back, in place of it.
      const hasFailed = messages.some(
        ({ parts, status }, index) =>
          batch[index]?.version === null && parts === '[]' && status !== 'streaming',
      )
      if (chat.hasReplaced && hasFailed) throw hasChanged()
      const written = messages.map(({ role, parts, ...row }) =>
        [`${opening(row.id, role)},"parts":${parts}`, closing(row, chat)].join(','),
      )
      yield separator + written.join(',')
    }
    separator = ','
  }
}

async function* largeMessageAsJson(
  em: EntityManager,
  message: StoredMessage,
  { chat, reader }: { chat: OpenChat; reader: string },
) {
  const head = await readInTurn(reader, () => readHead(em, message))
  yield `${opening(head.id, head.role)},"parts":`
  // The pieces may end within a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 1; ; from += PIECE_BYTES) {
    const bytes = await readInTurn(reader, () => readPiece(em, message, from))
    yield decoder.decode(bytes, { stream: true })
    if (bytes.byteLength < PIECE_BYTES) break
  }
  yield `,${closing(head, chat)}`
}

function opening(id: string, role: string): string {
  return JSON.stringify({ id, role }).slice(0, -1)
}

function closing(row: Parameters<typeof messageFields>[0], { alternatives }: OpenChat): string {
  return JSON.stringify(messageFields(row, alternatives)).slice(1)
}
