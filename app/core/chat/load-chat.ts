import type { ErrorKind, MessagePart, MessageStatus, MessageUsage } from '#db/entities/message.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { assertOwned } from '../ownership.ts'
import type { ChatSummary } from './chat-schema.ts'
import { aliveSince } from './heartbeat.ts'
import { shownMessages } from './shown-messages.ts'

/** A message as the interface shows it. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  status: MessageStatus
  /** Of a reply that has failed. */
  errorKind?: ErrorKind
  model?: string
  usage?: MessageUsage
  createdAt: string
}

export type LoadedChat = ChatSummary & { messages: ChatMessage[] }

/**
 * The rows of a chat, one for each message, also one that is replaced. A chat
 * without messages is one row, in which the columns of a message are null. A
 * reply whose process died reads as interrupted, also before the clean-up has
 * marked it.
 */
const selectChatWithMessages = prepared((db, p: { chatId: string }) =>
  db
    .selectFrom('Chat')
    .leftJoin('Message', 'Message.chatId', 'Chat.id')
    .where('Chat.id', '=', p.chatId)
    .orderBy('Message.position')
    .select([
      'Chat.userId',
      'Chat.title',
      'Chat.titleSource',
      'Chat.visibility',
      'Chat.createdAt as chatCreatedAt',
      'Message.id',
      'Message.position',
      'Message.replacedBy',
      'Message.role',
      'Message.parts',
      'Message.errorKind',
      'Message.model',
      'Message.usage',
      'Message.createdAt',
    ])
    .select(({ eb, ref }) =>
      eb
        .case()
        .when(
          eb.and([
            eb('Message.status', '=', 'streaming'),
            eb.or([
              eb('Message.heartbeatAt', 'is', null),
              eb('Message.heartbeatAt', '<=', aliveSince()),
            ]),
          ]),
        )
        .then<MessageStatus>('interrupted')
        .else(ref('Message.status'))
        .end()
        .as('status'),
    ),
)

/**
 * Loads a chat with its messages, in one query.
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
  const rows = await selectChatWithMessages(em, { chatId })
  const [chat] = rows
  const mayRead = readPublic && chat?.visibility === 'public'
  if (!mayRead) assertOwned('chat', chat, userId)
  return {
    id: chatId,
    title: chat.title,
    visibility: chat.visibility,
    createdAt: chat.chatCreatedAt,
    messages: shownMessages(rows).flatMap(toMessage),
    isOwner: chat.userId === userId,
    hasProvisionalTitle: chat.titleSource === 'provisional',
  }
}

type Row = Awaited<ReturnType<typeof selectChatWithMessages>>[number]

function toMessage(row: Row): ChatMessage[] {
  const { id, role, parts, status, errorKind, model, usage, createdAt } = row
  if (!id || !role || !parts || !status || !createdAt) return []
  return [
    {
      id,
      role,
      parts,
      status,
      ...(status === 'failed' && errorKind && { errorKind }),
      ...(model && { model }),
      ...(usage && { usage }),
      createdAt,
    },
  ]
}
