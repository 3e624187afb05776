import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { Chat } from './chat.ts'

export const MESSAGE_STATUSES = [
  'complete',
  'streaming',
  'stopped',
  'failed',
  'interrupted',
] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** What ended a reply that has failed (docs/interface.md, "Failures of a reply"). */
export const ERROR_KINDS = [
  'key-refused',
  'quota',
  'rate-limited',
  'too-long',
  'model-unknown',
  'content-refused',
  'provider-away',
  'cut',
  'empty',
  'unknown',
] as const
export type ErrorKind = (typeof ERROR_KINDS)[number]

/** The format in which a reply is streamed (docs/interface.md, "The streamed reply"). */
export type StreamFormat = 'data-stream-v1' | 'ui-message-stream'

/** Tokens as the provider counted them. */
export type MessageUsage = {
  inputTokens: number | null
  outputTokens: number | null
  reasoningTokens: number | null
}

/** One part of a message, in the form of the AI SDK's UI messages. */
export type MessagePart = { type: string; [key: string]: unknown }

export const Message = defineEntity({
  name: 'Message',
  tableName: 'message',
  uniques: [
    // Several messages may stand at one position, one of them in the conversation.
    {
      name: 'message_position_unique',
      expression: `create unique index "message_position_unique" on "message" ("chat_id", "position", coalesce("replaced_by", '00000000-0000-0000-0000-000000000000'::uuid))`,
    },
    // One reply is written in a chat at a time.
    {
      name: 'message_one_streaming_unique',
      properties: ['chatId'],
      where: "status = 'streaming'",
    },
  ],
  indexes: [
    // The clean-up looks among the replies being written for those without a process.
    {
      name: 'message_streaming_index',
      properties: ['heartbeatAt'],
      where: "status = 'streaming'",
    },
    // Hardly any messages wait to be deleted or to come back.
    {
      name: 'message_replaced_index',
      properties: ['chatId'],
      where: 'replaced_by is not null and branch_id is null',
    },
    // What else stood at a place of the conversation.
    {
      name: 'message_branch_index',
      properties: ['chatId', 'parentId'],
      where: 'branch_id is not null',
    },
    // A growing reply is written every second: it stays out of the index.
    {
      name: 'message_search_index',
      properties: ['search'],
      type: 'gin',
      where: "status <> 'streaming'",
    },
    {
      name: 'message_wordless_index',
      properties: ['chatId', 'position'],
      where: 'search is null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    chatId: () => p.manyToOne(Chat).mapToPk().fieldName('chat_id').deleteRule('cascade'),
    /** Place in the conversation, from 0, strictly increasing. */
    position: p.integer(),
    role: p.text().$type<'user' | 'assistant'>(),
    parts: p.json<MessagePart[]>(),
    status: p.text().$type<MessageStatus>().default('complete'),
    model: p.text().nullable(),
    usage: p.json<MessageUsage>().nullable(),
    /** Which class of failure ended the reply. */
    errorKind: p.text().$type<ErrorKind>().nullable(),
    /** The format in which the reply was asked for; null where a page's form asked. */
    streamFormat: p.text().$type<StreamFormat>().nullable(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /**
     * The generation that writes this reply, or has written it. One whose id is
     * not here, because the reply was taken from it, stores nothing more.
     */
    generationId: p.uuid().nullable(),
    /**
     * The reply whose turn has replaced this message, which comes back if that
     * reply ends without a part (docs/decisions/0015-replaced-messages.md); of
     * a message of a branch, its branch; null for a message of the conversation.
     */
    replacedBy: p.uuid().nullable(),
    /**
     * The branch of a message that stood in the conversation and can be led back
     * (docs/decisions/0039-branches.md): what was set aside together.
     */
    branchId: p.uuid().nullable(),
    /** Of a message of a branch, the message that it follows; the chat if it follows none. */
    parentId: p.uuid().nullable(),
    /** Renewed every second while the reply is written. */
    heartbeatAt: p.type(IsoTimestamp).nullable(),
    stopRequested: p.boolean().default(false),
    /**
     * The words of the text parts, once the message is final. A trigger writes
     * them; null for one of many messages that were written together, until the
     * clean-up has added them (docs/decisions/0011-search.md, "Long histories").
     */
    search: p.text().columnType('tsvector').nullable().lazy(),
  },
})

export type Message = InferEntity<typeof Message>
