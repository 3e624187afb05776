import { z } from 'zod'
import { storableText } from '../storable-text.ts'

/** Characters of a search at most. */
export const MAX_QUERY_LENGTH = 200
/** Results of each kind, unless the caller says otherwise, and at most. */
const RESULTS = 8
const MOST_RESULTS = 20

/** Query of GET /api/search. */
export const searchQuerySchema = z.object({
  q: storableText()
    .trim()
    .min(1, { error: 'must hold a word to look for' })
    .max(MAX_QUERY_LENGTH, { error: `must be at most ${MAX_QUERY_LENGTH} characters` }),
  limit: z.coerce
    .number({ error: `must be a number from 1 to ${MOST_RESULTS}` })
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(MOST_RESULTS, { error: `must be at most ${MOST_RESULTS}` })
    .default(RESULTS)
    .describe('Results of each kind at most.'),
})

const snippetPiece = z.object({
  text: z.string(),
  match: z.boolean().describe('Whether it is one of the words that were looked for.'),
})

/** One piece after the other gives the text. */
export type SnippetPiece = z.infer<typeof snippetPiece>

const searchResult = z.object({
  kind: z
    .enum(['chat', 'message', 'document'])
    .describe('What holds the words: the title of a chat, a message, or a document.'),
  chatId: z.uuid().nullable().describe('Null for a document that belongs to no chat.'),
  messageId: z.uuid().optional(),
  documentId: z.uuid().optional(),
  title: z.string().describe('Of the chat, or of the document.'),
  snippet: z
    .array(snippetPiece)
    .describe('Where the words are, in plain text; empty where the title says it.'),
  createdAt: z.iso.datetime().describe('Of a document, when it was last changed.'),
})

export type SearchResult = z.infer<typeof searchResult>

/** Answer of GET /api/search. */
export const searchResponse = z.object({
  results: z.array(searchResult).describe('Chats, then messages, then documents; newest first.'),
})
