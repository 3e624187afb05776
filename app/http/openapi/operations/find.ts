import { IMPORT_LIMITS } from '#core/import/import-limits.ts'
import { importChatsBody, importChatsResponse } from '#core/import/import-schema.ts'
import { searchQuerySchema, searchResponse } from '#core/search/search-schema.ts'
import { CHAT_ID, chatSummaryExample, IMPORTED_CHAT_ID, MESSAGE_ID } from '../examples.ts'
import { json, operations } from '../operation.ts'

export const findOperations = operations([
  {
    method: 'get',
    path: '/api/search',
    id: 'search',
    tag: 'Chat',
    summary: 'Find messages, chats and documents',
    description:
      '`q` is read as that of `GET /api/history`: all words must occur in one title, one message or one document, and the last one may be the beginning of a longer one. Each result says where the words are.',
    query: searchQuerySchema,
    answers: {
      200: json('What was found.', searchResponse, {
        results: [
          {
            kind: 'message',
            chatId: CHAT_ID,
            messageId: MESSAGE_ID,
            title: chatSummaryExample.title,
            snippet: [
              { text: 'Will it ', match: false },
              { text: 'rain', match: true },
              { text: '?', match: false },
            ],
            createdAt: chatSummaryExample.createdAt,
          },
        ],
      }),
    },
    errors: { 400: '' },
    curl: `curl "$BASE/api/search?q=rain" -H "$AUTH"`,
  },
  {
    method: 'post',
    path: '/api/chats/import',
    id: 'importChats',
    tag: 'Chat',
    summary: 'Bring in chats from elsewhere',
    description: `At most ${IMPORT_LIMITS.chats} chats of at most ${IMPORT_LIMITS.messages} messages, in the form in which a chat is exported. A chat keeps its title and its dates. It is stored whole or not at all, and the same \`id\` is imported once. Parts of messages other than texts, reasoning, results of tools and PNG or JPEG images as data URLs are left out; of other files a note is left.`,
    body: {
      schema: importChatsBody,
      example: {
        chats: [
          {
            id: CHAT_ID,
            title: chatSummaryExample.title,
            createdAt: chatSummaryExample.createdAt,
            messages: [
              { role: 'user', parts: [{ type: 'text', text: 'Will it rain?' }] },
              { role: 'assistant', parts: [{ type: 'text', text: 'Yes, today.' }] },
            ],
          },
        ],
      },
    },
    answers: {
      200: json('What became of each chat.', importChatsResponse, {
        results: [{ id: CHAT_ID, chatId: IMPORTED_CHAT_ID, status: 'imported' }],
      }),
    },
    errors: { 400: '', 413: '' },
    curl: `curl "$BASE/api/chats/import" -H "$AUTH" --json '{
  "chats": [{ "id": "from-elsewhere", "title": "Rain", "createdAt": "2026-01-01T10:00:00Z",
    "messages": [{ "role": "user", "parts": [{ "type": "text", "text": "Will it rain?" }] }] }]
}'`,
  },
])
