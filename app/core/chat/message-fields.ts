import { expressionBuilder } from 'kysely'
import type { ErrorKind, MessagePart, MessageStatus, MessageUsage } from '#db/entities/message.ts'
import type { Database } from '#db/kysely.ts'
import { aliveSince } from './heartbeat.ts'
import type { Alternatives } from './read-alternatives.ts'

/** A message as the interface shows it. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
} & MessageFields

type MessageFields = {
  status: MessageStatus
  /** Of a reply that has failed. */
  errorKind?: ErrorKind
  /** The ids of what stood at its place, itself included, if there are several. */
  alternatives?: string[]
  model?: string
  usage?: MessageUsage
  createdAt: string
}

/** The columns of a {@link ChatMessage}, besides its parts and its status. */
export const MESSAGE_COLUMNS = [
  'Message.id',
  'Message.role',
  'Message.errorKind',
  'Message.model',
  'Message.usage',
  'Message.createdAt',
] as const

/**
 * The status of a message. A reply whose process died reads as interrupted, also
 * before the clean-up has marked it.
 */
export function messageStatus() {
  const eb = expressionBuilder<Database, 'Message'>()
  return eb
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
    .else(eb.ref('Message.status'))
    .end()
}

type Row = {
  id: string
  status: MessageStatus
  errorKind: ErrorKind | null
  model: string | null
  usage: MessageUsage | null
  createdAt: string
}

/** The fields that follow the parts of a message. */
export function messageFields(
  { id, status, errorKind, model, usage, createdAt }: Row,
  alternatives: Alternatives,
): MessageFields {
  const others = alternatives.get(id)
  return {
    status,
    ...(status === 'failed' && errorKind && { errorKind }),
    ...(others && { alternatives: others }),
    ...(model && { model }),
    ...(usage && { usage }),
    createdAt,
  }
}
