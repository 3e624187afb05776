import { z } from 'zod'
import { VISIBILITIES } from '#db/entities/chat.ts'
import { CHAT_MODELS } from '../ai/chat-models.ts'
import { instructionsSchema } from '../instructions/instructions-schema.ts'
import { storableText } from '../storable-text.ts'

/** Bytes of a POST /api/chat body at most: a long history with a few inline images. */
export const MAX_CHAT_BYTES = 16 * 1024 * 1024
/** Messages of a history at most. */
export const MAX_MESSAGES = 2_000
/** Characters of a single text at most. */
export const MAX_TEXT_LENGTH = 200_000
const MAX_TITLE_LENGTH = 200
/** Characters of a search at most. */
const MAX_QUERY_LENGTH = 200

const modelIds = CHAT_MODELS.map((model) => model.id)
const text = z.string().max(MAX_TEXT_LENGTH, {
  error: `is longer than ${MAX_TEXT_LENGTH} characters; split it`,
})
const url = z.string().max(MAX_CHAT_BYTES)

/** One element of `content` or `parts`, in every form the AI SDK has used; other fields are kept. */
const part = z.looseObject({ type: z.string().max(200), text: text.optional() })

/**
 * A message in every form that the AI SDK has used
 * (docs/interface.md, "The messages a client sends").
 */
const message = z.looseObject({
  id: z.string().max(200).optional(),
  role: z.enum(['user', 'assistant', 'system', 'data', 'tool'], {
    error: 'must be "user", "assistant" or "system"',
  }),
  content: z.union([text, z.array(part).max(500)]).nullish(),
  parts: z.array(part).max(500).nullish(),
  experimental_attachments: z
    .array(z.looseObject({ url, name: z.string().optional(), contentType: z.string().optional() }))
    .max(20)
    .nullish(),
  toolInvocations: z
    .array(z.looseObject({ toolName: z.string(), toolCallId: z.string() }))
    .nullish(),
})

export type ClientMessage = z.infer<typeof message>

/** Body of POST /api/chat. */
export const postChatBody = z.object({
  id: z.uuid({ error: 'must be the UUID of the chat' }).toLowerCase(),
  messages: z
    .array(message, { error: 'must be the conversation as an array of messages' })
    .min(1, { error: 'must hold at least one user message' })
    .max(MAX_MESSAGES, { error: `holds more than ${MAX_MESSAGES} messages` })
    .refine((messages) => messages.at(-1)?.role === 'user', {
      error: 'must end with a user message',
    }),
  selectedChatModel: z.enum(modelIds, { error: `must be one of ${modelIds.join(', ')}` }),
  continued: z
    .boolean()
    .optional()
    .describe(
      'Whether the first of the messages stands in the stored chat, and what is stored before it leads to it. Our own page sends it, since it has only the newest messages of a long chat.',
    ),
  trigger: z
    .string()
    .optional()
    .describe(
      "Sent by today's AI SDK and by no older one: the reply is a UI message stream unless `Accept` names `text/plain`.",
    ),
})

const chatId = z.uuid({ error: 'must be the UUID of a chat' }).toLowerCase()

/** Query of PATCH /api/chat, and of DELETE once its `id` is there. */
export const chatIdQuery = z.object({ id: chatId })

/** Query of GET /api/chat: `id` reads a chat; `chatId` alone resumes its reply, as `ai@4` asks for it. */
export const getChatQuery = z
  .object({
    id: chatId.optional(),
    chatId: chatId.optional(),
  })
  .refine(({ id, chatId }) => id !== undefined || chatId !== undefined, {
    path: ['id'],
    error: 'must be the UUID of a chat',
  })

/** The path of `/api/chat/:chatId/…`. */
export const chatPath = z.object({ chatId })

/**
 * What is checked first of the query of DELETE /api/chat: a missing `id` is a
 * 404, and one that is not a UUID a 400 (docs/interface.md, "Order of checks").
 */
export const chatIdPresenceQuery = z.object({ id: z.string({ error: 'is missing' }).min(1) })

/** Body of PATCH /api/chat. */
export const updateChatBody = z
  .object({
    title: storableText()
      .trim()
      .min(1, { error: 'must not be empty' })
      .max(MAX_TITLE_LENGTH, { error: `must be at most ${MAX_TITLE_LENGTH} characters` })
      .optional(),
    visibility: z.enum(VISIBILITIES, { error: 'must be "private" or "public"' }).optional(),
    sharedDocuments: z
      .union([z.literal('all'), z.array(z.uuid().toLowerCase()).max(500)], {
        error: 'must be "all" or at most 500 UUIDs of documents',
      })
      .optional()
      .describe(
        'The documents of the chat that readers may read as well, with a visibility: all, also later ones, or those with these ids. Left out, what was chosen before; at first none.',
      ),
    instructions: instructionsSchema
      .optional()
      .describe('What the replies of the chat should follow; empty for nothing.'),
    pinned: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether it stands before the others. To pin an archived chat restores it.'),
    archived: z
      .boolean({ error: 'must be true or false' })
      .optional()
      .describe('Whether it is put away. To archive a pinned chat unpins it.'),
    activeMessageId: z
      .uuid({ error: 'must be the UUID of a message' })
      .toLowerCase()
      .optional()
      .describe('One of the `alternatives` of a message, which is then shown in its place.'),
  })
  .refine((changes) => Object.values(changes).some((value) => value !== undefined), {
    error:
      'Send a title, a visibility, instructions, pinned, archived, activeMessageId, or several of them.',
  })
  .refine(({ sharedDocuments, visibility }) => !sharedDocuments || visibility, {
    path: ['sharedDocuments'],
    error: 'goes with a visibility',
  })
  .refine(({ pinned, archived }) => !(pinned && archived), {
    path: ['pinned'],
    error: 'A chat is either pinned or archived.',
  })

const cursor = z.uuid({ error: 'must be the UUID of a chat' }).toLowerCase().optional()

/** Query of GET /api/history. */
export const historyQuery = z
  .object({
    limit: z.coerce
      .number({ error: 'must be a number from 1 to 100' })
      .int({ error: 'must be a whole number' })
      .min(1, { error: 'must be at least 1' })
      .max(100, { error: 'must be at most 100' })
      .default(20),
    ending_before: cursor,
    starting_after: cursor,
    archived: z
      .stringbool({ error: 'must be "true" or "false"' })
      .optional()
      .describe('`true`: the archived chats instead of the others. A search finds both.'),
    q: storableText()
      .trim()
      .max(MAX_QUERY_LENGTH, { error: `must be at most ${MAX_QUERY_LENGTH} characters` })
      .optional(),
  })
  .refine((query) => !(query.ending_before && query.starting_after), {
    error: 'Send only one of ending_before and starting_after.',
  })

const EXPORT_FORMATS = ['json', 'markdown'] as const

/** Query of GET /api/chat/:chatId/export. */
export const exportChatQuery = z.object({
  format: z
    .enum(EXPORT_FORMATS, { error: `must be one of ${EXPORT_FORMATS.join(', ')}` })
    .default('json'),
})

/** A chat without its messages. */
export const chatSummaryResponse = z.object({
  id: z.uuid(),
  title: z.string(),
  visibility: z.enum(VISIBILITIES),
  createdAt: z.iso.datetime(),
})

export type ChatSummary = z.infer<typeof chatSummaryResponse>

/** A chat as a list shows it. */
export const listedChatResponse = chatSummaryResponse.extend({
  pinnedAt: z.iso.datetime().nullable(),
  archivedAt: z.iso.datetime().nullable(),
})

export type ListedChat = z.infer<typeof listedChatResponse>

/** The columns of a {@link ListedChat}. */
export const LISTED_CHAT_COLUMNS = listedChatResponse.keyof().options
