import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { MAX_DOCUMENT_TITLE_LENGTH } from '../documents/document-schema.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

const time = z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601' })

const part = z.looseObject({
  type: z.string().max(200),
  text: z
    .string()
    .max(IMPORT_LIMITS.text, { error: `is longer than ${IMPORT_LIMITS.text} characters` })
    .optional(),
})

const message = z.object({
  id: z.string().max(IMPORT_LIMITS.id).optional().describe('Tells the messages of the chat apart.'),
  role: z.enum(['user', 'assistant'], { error: 'must be "user" or "assistant"' }),
  parts: z.array(part).max(IMPORT_LIMITS.parts),
  model: z.string().max(200).optional(),
  createdAt: time.optional().describe('Left out, that of the chat.'),
})

const vote = z.object({ messageId: z.string().max(IMPORT_LIMITS.id), isUpvoted: z.boolean() })

const version = z.object({
  id: z
    .string()
    .min(1)
    .max(IMPORT_LIMITS.id)
    .describe('The id of the document where it was; its versions share it.'),
  createdAt: time,
  title: z.string().transform((title) => title.slice(0, MAX_DOCUMENT_TITLE_LENGTH)),
  content: z.string().nullable(),
  kind: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }),
})

/** A chat as `GET /api/chat/:chatId/export` gives it; what else is in it is left out. */
export const importedChat = z.object({
  id: z
    .string({ error: 'must be the id of the chat where it was' })
    .min(1)
    .max(IMPORT_LIMITS.id)
    .describe('The id of the chat where it was. The same one is imported once.'),
  title: z.string().transform((title) => title.slice(0, IMPORT_LIMITS.title)),
  createdAt: time,
  messages: z
    .array(message)
    .max(IMPORT_LIMITS.messages, { error: `holds more than ${IMPORT_LIMITS.messages} messages` }),
  votes: z.array(vote).max(IMPORT_LIMITS.messages).optional(),
  documents: z
    .array(version)
    .max(IMPORT_LIMITS.versions, { error: `holds more than ${IMPORT_LIMITS.versions} versions` })
    .refine((versions) => charactersOf(versions) <= IMPORT_LIMITS.documents, {
      error: `hold more than ${IMPORT_LIMITS.documents} characters`,
    })
    .optional()
    .describe('The versions of the documents that the chat has written.'),
})

function charactersOf(versions: { content: string | null }[]): number {
  return versions.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)
}

export type ImportedChat = z.infer<typeof importedChat>
export type ImportedMessage = z.infer<typeof message>
export type ImportedVersion = z.infer<typeof version>

/** Body of POST /api/chats/import. */
export const importChatsBody = z.object({
  chats: z
    .array(importedChat)
    .min(1)
    .max(IMPORT_LIMITS.chats, { error: `holds more than ${IMPORT_LIMITS.chats} chats` }),
})

const importResult = z.object({
  id: z.string().describe('The id of the chat where it was.'),
  chatId: z.uuid().describe('The id of the chat here.'),
  status: z
    .enum(['imported', 'known', 'refused'])
    .describe('`known` is a chat that was imported before, or was never anywhere else.'),
  detail: z.string().optional().describe('Why it was refused.'),
})

export type ImportResult = z.infer<typeof importResult>

/** Answer of POST /api/chats/import. */
export const importChatsResponse = z.object({
  results: z.array(importResult).describe('One for each chat, in the same order.'),
})
