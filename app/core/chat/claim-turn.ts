import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { claimNextTurn } from './claim-next-turn.ts'
import type { ConversationMessage } from './normalise-messages.ts'
import { provisionalTitle } from './provisional-title.ts'
import { writeTurn } from './write-turn.ts'

/** A reply whose heartbeat is older than this many seconds has lost its process. */
export const HEARTBEAT_STALE_SECONDS = 6

/** Seconds after which a client should try again while a reply is written. */
const BUSY_RETRY_AFTER = 2

export type Turn = {
  chatId: string
  userId: string
  conversation: ConversationMessage[]
  /** The reply's id, and the run that writes it. */
  messageId: string
  generationId: string
  /** The provider's name of the model. */
  model: string
  /** Replies of the user at once, this one included; null: as many as the user likes. */
  maxRunning: number | null
}

export type Claim =
  /** `newChatAt`: when the chat was made, if this turn has made it. */
  | { kind: 'started'; newChatAt: string | null }
  /** The same last message is being answered already: listen to that reply. */
  | { kind: 'join'; messageId: string }

export type KnownMessage = {
  id: string
  chat_id: string
  position: number
  role: 'user' | 'assistant'
  status: string
  alive: boolean | null
}

/**
 * Claims a chat for one turn, in one statement where that will do, else in one
 * transaction: makes the chat if it is unknown, brings the stored messages in
 * line with the client's history, and adds the reply's row, which is being
 * written from then on.
 *
 * Rule: interface-decisions, "The stored chat follows the history".
 *
 * @throws {AppError} not-owner; conflict while another reply is written, or
 *   when a message id belongs to another chat; rate-limited while too many
 *   replies are written for the user
 */
export async function claimTurn(em: EntityManager, turn: Turn): Promise<Claim> {
  try {
    return await claim(em, turn)
  } catch (error) {
    // One message id in two chats at the same moment: neither saw the other's row.
    throw isDuplicateKey(error) ? messageOfAnotherChat() : error
  }
}

async function claim(em: EntityManager, turn: Turn): Promise<Claim> {
  if (await claimNextTurn(em, turn, HEARTBEAT_STALE_SECONDS)) {
    return { kind: 'started', newChatAt: null }
  }
  return em.transactional(async (tx) => {
    const running = await countRunningReplies(tx, turn)
    const newChatAt = await lockChat(tx, turn)
    const isNewChat = newChatAt !== null
    const last = turn.conversation.at(-1)
    if (!last) throw new AppError('invalid', 'There is no message to answer.')
    const ids = isNewChat ? turn.conversation.map(({ id }) => id) : [last.id]
    const rows = await findRows(tx, turn.chatId, ids)
    assertOwnMessages(rows, turn.chatId, last.id)
    const busy = rows.find((row) => row.status === 'streaming' && row.alive)
    if (busy) return join(rows, busy, last.id)
    assertMayRun(turn, running)
    await markInterrupted(tx, rows)
    await writeTurn(tx, turn, { rows, isNewChat, last })
    return { kind: 'started', newChatAt }
  })
}

/**
 * Counts the user's replies that are being written by any process. Turns of
 * one user are claimed one after the other from here on, so none is missed.
 */
async function countRunningReplies(tx: EntityManager, { userId, maxRunning }: Turn) {
  if (maxRunning === null) return 0
  const [row] = await tx.execute<{ running: number }[]>(
    `select count_running_replies(?, '${HEARTBEAT_STALE_SECONDS} seconds') as running`,
    [userId],
  )
  return row?.running ?? 0
}

function assertMayRun({ maxRunning }: Turn, running: number) {
  if (maxRunning === null || running < maxRunning) return
  throw new AppError(
    'rate-limited',
    `${running} replies are being written for you already. Wait for one, or stop one, then send again.`,
    { retryAfter: BUSY_RETRY_AFTER },
  )
}

/**
 * Locks the chat's row, so that turns of one chat come one after the other; makes the chat if unknown.
 *
 * @returns when the chat was made, if it was unknown
 */
async function lockChat(tx: EntityManager, { chatId, userId, conversation }: Turn) {
  const lock = 'select user_id from chat where id = $1 for update'
  let [chat] = await executePrepared<{ user_id: string }>(tx, lock, [chatId])
  if (!chat) {
    const [made] = await tx.execute<{ created_at: string }[]>(
      'insert into chat (id, user_id, title) values (?, ?, ?) on conflict (id) do nothing returning created_at',
      [chatId, userId, provisionalTitle(conversation)],
    )
    if (made) return toIsoString(made.created_at)
    ;[chat] = await executePrepared<{ user_id: string }>(tx, lock, [chatId])
  }
  if (chat?.user_id !== userId) {
    throw new AppError('not-owner', 'This chat belongs to another account.')
  }
  return null
}

/** The named messages wherever they are, and the last two of the chat. */
async function findRows(tx: EntityManager, chatId: string, ids: string[]): Promise<KnownMessage[]> {
  return executePrepared<KnownMessage>(
    tx,
    `select id, chat_id, position, role, status,
            heartbeat_at > now() - interval '${HEARTBEAT_STALE_SECONDS} seconds' as alive
       from message
      where id = any($1::uuid[])
         or (chat_id = $2 and position >= (select max(position) - 1 from message where chat_id = $2))
      order by position`,
    [ids, chatId],
  )
}

function assertOwnMessages(rows: KnownMessage[], chatId: string, lastId: string) {
  if (rows.some((row) => row.chat_id !== chatId)) throw messageOfAnotherChat()
  if (rows.some((row) => row.id === lastId && row.role !== 'user')) {
    throw new AppError('conflict', "The last message has the id of an assistant's message.")
  }
}

function messageOfAnotherChat() {
  return new AppError('conflict', 'A message id belongs to another chat. Use a fresh UUID.')
}

/** SQLSTATE 23505, unique_violation. */
function isDuplicateKey(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

function join(rows: KnownMessage[], busy: KnownMessage, lastId: string): Claim {
  const asked = rows.find((row) => row.position === busy.position - 1)
  if (asked?.id === lastId) return { kind: 'join', messageId: busy.id }
  throw new AppError(
    'conflict',
    'A reply is being written in this chat. Wait for it, or stop it, then send again.',
    { retryAfter: BUSY_RETRY_AFTER },
  )
}

async function markInterrupted(tx: EntityManager, rows: KnownMessage[]) {
  const lost = rows.filter((row) => row.status === 'streaming').map(({ id }) => id)
  if (lost.length === 0) return
  await tx.execute(
    `update message set status = 'interrupted', generation_id = null where id in (${lost.map(() => '?').join(', ')})`,
    lost,
  )
}
