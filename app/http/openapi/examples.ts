/** The ids that all examples share, so that the records in them belong together. */
export const CHAT_ID = '6f1f8f9e-1c6b-4b7e-9d55-2f3a8d6c1b20'
export const IMPORTED_CHAT_ID = '0f0c7d83-4f0e-5d0a-9d8e-1d2c3b4a5968'
export const MESSAGE_ID = '0b9d3c52-8f5e-4c1a-a3f7-5d2e9b8c4a11'
export const REPLY_ID = '9c2a7e14-3d8b-4f60-8e21-7a5b6c9d0e32'
const DOCUMENT_ID = '3e7c1d5a-9b24-4a8f-b6d0-1c2e3f4a5b6c'
const SUGGESTION_ID = 'd41c6e2b-7f38-4a95-9c0d-8b7a6f5e4d3c'
const USER_ID = 'a8b1c2d3-e4f5-4607-8899-aabbccddeeff'
const TOKEN_ID = '5b2e8d7c-6a1f-4093-b8e4-2d1c0f9e8b7a'
const CREATED_AT = '2026-11-20T09:30:00.000Z'

export const documentExample = {
  id: DOCUMENT_ID,
  createdAt: CREATED_AT,
  title: 'Rain',
  content: '# Rain\n\nIt rains.',
  kind: 'text',
  userId: USER_ID,
}

export const documentSummaryExample = {
  id: DOCUMENT_ID,
  title: 'Rain',
  kind: 'text',
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  versions: 1,
  chatId: CHAT_ID,
}

export const voteExample = { chatId: CHAT_ID, messageId: REPLY_ID, isUpvoted: true }

export const suggestionExample = {
  id: SUGGESTION_ID,
  documentId: DOCUMENT_ID,
  documentCreatedAt: CREATED_AT,
  originalText: 'It rains.',
  suggestedText: 'It pours.',
  description: 'Stronger.',
  isResolved: false,
  userId: USER_ID,
  createdAt: CREATED_AT,
}

export const chatSummaryExample = {
  id: CHAT_ID,
  title: 'Rain in Lisbon',
  visibility: 'private',
  createdAt: CREATED_AT,
}

export const listedChatExample = { ...chatSummaryExample, pinnedAt: null, archivedAt: null }

const usage = { inputTokens: 12, outputTokens: 4, reasoningTokens: null }

export const chatExample = {
  ...chatSummaryExample,
  messages: [
    {
      id: MESSAGE_ID,
      role: 'user',
      parts: [{ type: 'text', text: 'Will it rain?' }],
      status: 'complete',
      createdAt: CREATED_AT,
    },
    {
      id: REPLY_ID,
      role: 'assistant',
      parts: [{ type: 'text', text: 'Yes, today.' }],
      status: 'complete',
      model: 'gpt-5-mini',
      usage,
      createdAt: CREATED_AT,
    },
  ],
}

export const exportedChatExample = {
  ...chatExample,
  exportedAt: CREATED_AT,
  votes: [voteExample],
  suggestions: [],
  documents: [],
}

export const sessionExample = {
  user: { id: USER_ID, email: 'ada@example.com', kind: 'registered' },
  expiresAt: '2026-12-20T09:30:00.000Z',
}

export const apiTokenExample = {
  id: TOKEN_ID,
  name: 'my script',
  createdAt: CREATED_AT,
  lastUsedAt: null,
  expiresAt: '2027-02-18T09:30:00.000Z',
}

const KEY = `${'0123456789abcdef'.repeat(3)}-rain.png`

export const uploadExample = {
  url: `https://chat.example.com/uploads/${KEY}`,
  downloadUrl: `https://chat.example.com/uploads/${KEY}?download=1`,
  pathname: `uploads/${KEY}`,
  contentType: 'image/png',
  contentDisposition: 'inline; filename="rain.png"',
}

const problemDetail = 'Missing or invalid query parameter: id: must be the UUID of a document'

export const problemExample = {
  type: 'about:blank',
  title: 'Bad Request',
  status: 400,
  detail: problemDetail,
  error: problemDetail,
  errors: [{ path: 'id', message: 'must be the UUID of a document' }],
  requestId: '4f0c9a6e-2b1d-4e8f-a7c3-5d6b7e8f9a0b',
}

export const dataStreamExample = [
  `f:{"messageId":"${REPLY_ID}"}`,
  '0:"Yes, "',
  '0:"today."',
  '2:[{"type":"chat-title","content":"Rain in Lisbon"}]',
  'e:{"finishReason":"stop","usage":{"promptTokens":12,"completionTokens":4},"isContinued":false}',
  'd:{"finishReason":"stop","usage":{"promptTokens":12,"completionTokens":4}}',
  '',
].join('\n')

export const eventStreamExample = [
  { type: 'start', messageId: REPLY_ID },
  { type: 'start-step' },
  { type: 'text-start', id: '0' },
  { type: 'text-delta', id: '0', delta: 'Yes, today.' },
  { type: 'text-end', id: '0' },
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop', messageMetadata: { usage } },
]
  .map((event) => `data: ${JSON.stringify(event)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('')
