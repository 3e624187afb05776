import { randomUUID } from 'node:crypto'

/** Records of the user, for requests that are right but for one thing. */
export type FuzzIds = { chat: string; reply: string; document: string; suggestion: string }

/** A request that is right, to be changed. */
export type Endpoint = {
  method: string
  path: (ids: FuzzIds) => string /** Of the query's parameters. */
  names: string[]
  body?: unknown
}

const message = {
  id: 'a-stock-id',
  role: 'user',
  content: 'Hello',
  parts: [
    { type: 'text', text: 'Hello' },
    { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png', filename: 'a.png' },
  ],
  experimental_attachments: [
    { url: 'https://example.com/b.png', name: 'b.png', contentType: 'image/png' },
  ],
}
const earlierReplies = [
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi' }],
    toolInvocations: [
      {
        state: 'result',
        toolCallId: 'c1',
        toolName: 'getWeather',
        args: { a: 1 },
        result: { b: 2 },
      },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm' },
      {
        type: 'tool-getWeather',
        toolCallId: 'c2',
        state: 'output-available',
        input: { a: 1 },
        output: { b: ['x'] },
      },
    ],
  },
]
const turn = (messages: unknown[]) => ({
  id: '6f5902ac-237e-4a3b-8f1c-0c1f2b1f0001',
  messages,
  selectedChatModel: 'chat-model-small',
})

export const ENDPOINTS: Endpoint[] = [
  { method: 'POST', path: () => '/api/chat', names: ['id'], body: turn([message]) },
  {
    method: 'POST',
    path: () => '/api/chat',
    names: ['id'],
    body: turn([...earlierReplies, { role: 'user', content: [{ type: 'text', text: 'And?' }] }]),
  },
  { method: 'GET', path: (ids) => `/api/chat?id=${ids.chat}`, names: ['id'] },
  {
    method: 'PATCH',
    path: (ids) => `/api/chat?id=${ids.chat}`,
    names: ['id'],
    body: { title: 'Rain', visibility: 'private' },
  },
  { method: 'DELETE', path: () => `/api/chat?id=${randomUUID()}`, names: ['id'] },
  {
    method: 'GET',
    path: () => '/api/history?limit=3',
    names: ['limit', 'ending_before', 'starting_after', 'q'],
  },
  { method: 'GET', path: (ids) => `/api/document?id=${ids.document}`, names: ['id'] },
  {
    method: 'POST',
    path: (ids) => `/api/document?id=${ids.document}`,
    names: ['id'],
    body: { title: 'Note', content: 'One.', kind: 'text' },
  },
  {
    method: 'PATCH',
    path: (ids) => `/api/document?id=${ids.document}`,
    names: ['id'],
    body: { timestamp: '2999-01-01T00:00:00Z' },
  },
  { method: 'GET', path: (ids) => `/api/vote?chatId=${ids.chat}`, names: ['chatId'] },
  {
    method: 'PATCH',
    path: () => '/api/vote',
    names: ['chatId'],
    body: { chatId: randomUUID(), messageId: randomUUID(), type: 'up' },
  },
  {
    method: 'GET',
    path: (ids) => `/api/suggestions?documentId=${ids.document}`,
    names: ['documentId'],
  },
  {
    method: 'PATCH',
    path: (ids) => `/api/suggestions?id=${ids.suggestion}`,
    names: ['id'],
    body: { isResolved: true },
  },
  { method: 'GET', path: (ids) => `/api/chat/${ids.chat}/export`, names: ['format'] },
  { method: 'GET', path: (ids) => `/api/chat/${ids.chat}/stream`, names: ['id'] },
  { method: 'GET', path: (ids) => `/api/document/${ids.document}/export`, names: ['version'] },
  { method: 'GET', path: () => '/api/openapi.json', names: ['id'] },
  { method: 'GET', path: () => '/api/tokens', names: ['id'] },
  {
    method: 'POST',
    path: () => '/api/tokens',
    names: ['id'],
    body: { name: 'ci', expiresInDays: 7 },
  },
  { method: 'DELETE', path: () => `/api/tokens?id=${randomUUID()}`, names: ['id'] },
  { method: 'GET', path: () => '/api/session', names: ['id'] },
  {
    method: 'POST',
    path: () => '/api/session',
    names: ['id'],
    body: { email: 'nobody@example.com', password: 'x' },
  },
  {
    method: 'POST',
    path: () => '/api/users',
    names: ['id'],
    body: { email: 'not an address', password: 'short' },
  },
]
