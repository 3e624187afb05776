import type { StreamFormat } from '#db/entities/message.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { provisionalTitle } from '../chat/chat-title.ts'
import { HEARTBEAT_STALE_SECONDS } from '../chat/heartbeat.ts'
import type { ConversationMessage } from '../chat/normalise-messages.ts'
import { notOwner } from '../ownership.ts'

/** Seconds after which a client should try again while a reply is written. */
export const BUSY_RETRY_AFTER = 2

/** A message of the user that wants a reply, and the reply that is to be written. */
export type Turn = {
  chatId: string
  userId: string
  /** The client's history; it ends with the message that is answered. */
  conversation: ConversationMessage[]
  /** The id of the reply. */
  replyId: string
  /** Tells this attempt to write the reply from any later one. */
  generationId: string
  /** The provider's name of the model. */
  model: string
  /** The format in which the reply is asked for; null where a page's form asks. */
  streamFormat: StreamFormat | null
  /** Replies of the user at once, this one included; null for no limit. */
  maxRunning: number | null
}

export type Claim =
  | {
      kind: 'started'
      /** When the chat was made, if this turn has made it. */
      newChatAt: string | null
      /** Whether messages wait that come back if the reply ends without a part. */
      hasReplaced: boolean
    }
  /** The same last message is being answered already; the caller reads that reply. */
  | { kind: 'join'; replyId: string }
  /** Another reply is being written in the chat. */
  | { kind: 'busy'; replyId: string }

/** What the database function `claim_turn` returns; all but `started` have written nothing of the turn. */
type ClaimRow = {
  outcome:
    | 'started'
    | 'join'
    | 'busy'
    | 'history-needed'
    | 'message-of-other-chat'
    | 'not-a-user-message'
    | 'not-owner'
    | 'too-many-running'
  running_reply_id: string | null
  chat_made_at: string | null
  has_replaced: boolean
}

type ClaimParameters = Omit<Turn, 'conversation'> & {
  title: string
  messages: ConversationMessage[]
  isWhole: boolean
  askedNumber: number | null
  staleSeconds: number
}

const callClaimTurn = prepared((db, p: ClaimParameters) =>
  db
    .selectFrom(({ fn, val }) =>
      fn<ClaimRow>('claim_turn', [
        val(p.chatId),
        val(p.userId),
        val(p.title),
        val(p.messages),
        val(p.isWhole),
        val(p.askedNumber),
        val(p.replyId),
        val(p.generationId),
        val(p.model),
        val(p.streamFormat),
        val(p.maxRunning),
        val(p.staleSeconds),
      ]).as('claim'),
    )
    .select(['outcome', 'running_reply_id', 'chat_made_at', 'has_replaced']),
)

/**
 * Claims a chat for one turn: makes the chat if it is unknown, brings the
 * stored messages in line with the client's history, and adds the row of the
 * reply, which is being written from then on. The rules stand in the database
 * function `claim_turn` (see its migration), so that a turn takes one round
 * trip; a new chat that begins with a longer history takes two, and so does a
 * message without an id that may be a stored one. For what the rules are, see
 * docs/interface.md, "How the stored chat follows the history" and "One reply at
 * a time".
 *
 * @throws {AppError} not-owner; conflict when a message id belongs to another
 *   chat; rate-limited while too many replies are written for the user
 */
export async function claimTurn(em: EntityManager, turn: Turn): Promise<Claim> {
  // The function asks for the history when it needs it.
  const last = turn.conversation.slice(-1)
  const claim = await claimWith(em, turn, last)
  return toClaim(
    claim.outcome === 'history-needed' ? await claimWith(em, turn, turn.conversation) : claim,
    turn,
  )
}

async function claimWith(
  em: EntityManager,
  turn: Turn,
  messages: ConversationMessage[],
): Promise<ClaimRow> {
  try {
    const [row] = await callClaimTurn(em, {
      ...turn,
      messages,
      title: provisionalTitle(turn.conversation),
      isWhole: messages.length === turn.conversation.length,
      askedNumber: numberOfAsked(turn.conversation),
      staleSeconds: HEARTBEAT_STALE_SECONDS,
    })
    if (!row) throw new Error('claim_turn returned no row.')
    return row
  } catch (error) {
    // One message id in two chats at the same moment: neither saw the other's row.
    throw isUniqueViolation(error) ? messageOfOtherChat() : error
  }
}

/** For a last message without an id of its own: its number among the user's messages, from 1. */
function numberOfAsked(conversation: ConversationMessage[]): number | null {
  if (!conversation.at(-1)?.hasMadeId) return null
  return conversation.filter(({ role }) => role === 'user').length
}

function toClaim(row: ClaimRow, turn: Turn): Claim {
  const { outcome, running_reply_id, chat_made_at, has_replaced } = row
  switch (outcome) {
    case 'started':
      return { kind: 'started', newChatAt: chat_made_at, hasReplaced: has_replaced }
    case 'join':
    case 'busy':
      if (!running_reply_id) throw new Error('claim_turn named no running reply.')
      return { kind: outcome, replyId: running_reply_id }
    case 'too-many-running':
      throw new AppError(
        'rate-limited',
        `${turn.maxRunning} replies are being written for you already. Wait for one, or stop one, then send again.`,
        { retryAfter: BUSY_RETRY_AFTER },
      )
    case 'message-of-other-chat':
      throw messageOfOtherChat()
    case 'not-a-user-message':
      throw new AppError('conflict', "The last message has the id of an assistant's message.")
    case 'not-owner':
      throw notOwner('chat')
    case 'history-needed':
      throw new Error('claim_turn asked for a history that it was given.')
  }
}

function messageOfOtherChat() {
  return new AppError('conflict', 'A message id belongs to another chat. Use a fresh UUID.')
}

/** SQLSTATE 23505. */
function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
