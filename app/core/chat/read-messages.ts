import {
  jsonRows,
  messagePartsBytes,
  messagePartsText,
  messagePartsWithoutData,
  messageVersion,
} from '#db/expressions.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { BATCH_BYTES, inBatches, PIECE_BYTES } from '../large-reads.ts'
import { MESSAGE_COLUMNS, messageStatus } from './message-fields.ts'
import type { StoredMessage } from './open-chat.ts'

const selectMessages = prepared((db, p: { ids: { id: string }[] }) =>
  db
    .selectFrom(jsonRows(p.ids, 'wanted', { id: 'uuid' }))
    .innerJoin('Message', 'Message.id', 'wanted.id')
    .select(MESSAGE_COLUMNS)
    .select([messageStatus().as('status'), messageVersion().as('version')])
    .select(messagePartsText().as('parts')),
)

const selectWithoutData = prepared(
  (db, p: { ids: { id: string }[]; from: number; count: number }) =>
    db
      .selectFrom(jsonRows(p.ids, 'wanted', { id: 'uuid' }))
      .innerJoin('Message', 'Message.id', 'wanted.id')
      .select(MESSAGE_COLUMNS)
      .select([messageStatus().as('status'), messageVersion().as('version')])
      .select(messagePartsWithoutData(p.from, p.count).as('parts')),
)

const selectHead = prepared((db, p: { id: string }) =>
  db
    .selectFrom('Message')
    .where('Message.id', '=', p.id)
    .select(MESSAGE_COLUMNS)
    .select([messageStatus().as('status'), messageVersion().as('version')]),
)

const selectPiece = prepared((db, p: { id: string; from: number; length: number }) =>
  db
    .selectFrom('Message')
    .where('Message.id', '=', p.id)
    .select([messageVersion().as('version'), messagePartsBytes(p.from, p.length).as('bytes')]),
)

/** Divides the messages of a chat, in their order, into groups that can be read at once. */
export function messageBatches(messages: StoredMessage[], batchBytes?: number) {
  return inBatches(messages, ({ parts }) => parts.weight, batchBytes)
}

/** Whether a message is read in pieces. One that is being written changes meanwhile, so it is not. */
export function isReadInPieces({ version, parts }: StoredMessage): boolean {
  return version !== null && parts.weight > BATCH_BYTES
}

/**
 * Reads the messages of a batch; the parts of each are the text of their JSON.
 *
 * @throws when one of them has changed since the chat was opened
 */
export async function readMessages(em: EntityManager, batch: StoredMessage[]) {
  return together(batch, await selectMessages(em, { ids: idsOf(batch) }))
}

/**
 * The same, with their parts as they are, but without what data URLs hold.
 *
 * @param range of the parts, from 1; all by default
 */
export async function readWithoutData(
  em: EntityManager,
  batch: StoredMessage[],
  range = { from: 1, count: 1_000_000 },
) {
  return together(batch, await selectWithoutData(em, { ids: idsOf(batch), ...range }))
}

/** Reads what a message holds besides its parts; throws like {@link readMessages}. */
export async function readHead(em: EntityManager, message: StoredMessage) {
  const [row] = await selectHead(em, { id: message.id })
  if (row?.version !== message.version) throw hasChanged()
  return row
}

/** Reads some bytes of the JSON of a message's parts; throws like {@link readMessages}. */
export async function readPiece(em: EntityManager, { parts }: StoredMessage, from: number) {
  const [row] = await selectPiece(em, { id: parts.id, from, length: PIECE_BYTES })
  if (row?.version !== parts.version) throw hasChanged()
  return row.bytes
}

function idsOf(batch: StoredMessage[]) {
  const ids = new Set(batch.flatMap(({ id, parts }) => [id, parts.id]))
  return [...ids].map((id) => ({ id }))
}

/** Gives each message its row and its parts, which may be in the row of another one. */
function together<Row extends { id: string; version: string; parts: unknown }>(
  batch: StoredMessage[],
  rows: Row[],
): (Row & Pick<Row, 'parts'>)[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return batch.map(({ id, version, parts }) => {
    const row = byId.get(id)
    const content = byId.get(parts.id)
    const isAsBefore =
      version === null || (row?.version === version && content?.version === parts.version)
    if (!row || !content || !isAsBefore) throw hasChanged()
    return { ...row, parts: content.parts }
  })
}

/** What is sent is then not whole, and the connection is closed. */
export function hasChanged(): Error {
  return new Error('A message was changed or deleted while its chat was read.')
}
