import { randomUUID } from 'node:crypto'
import type { TestClient } from './client.ts'
import { readDataStream } from './read-data-stream.ts'

export type StoredMessage = {
  /** The versions at its place, where there are several. */
  alternatives?: string[]
  id: string
  role: string
  status: string
  errorKind?: string
  parts: { type: string; text?: string; [key: string]: unknown }[]
  model?: string
  usage?: { inputTokens: number | null; outputTokens: number | null }
  createdAt: string
}

export type StoredChat = {
  id: string
  title: string
  visibility: string
  createdAt: string
  messages: StoredMessage[]
}

type TurnOptions = {
  chatId?: string
  model?: string
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** A user message in the oldest form of the AI SDK. */
export function userMessage(content: string, id: string = randomUUID()) {
  return { id, role: 'user', content }
}

/** Sends POST /api/chat. */
export function postChat(
  client: TestClient,
  messages: unknown[],
  { chatId = randomUUID(), model = 'chat-model-small', headers, signal }: TurnOptions = {},
): Promise<Response> {
  return client.post(
    '/api/chat',
    { id: chatId, messages, selectedChatModel: model },
    { ...(headers && { headers }), ...(signal && { signal }) },
  )
}

/** Sends one message to a chat and reads the reply to its end. */
export async function chatOnce(client: TestClient, text: string, options: TurnOptions = {}) {
  const chatId = options.chatId ?? randomUUID()
  const message = userMessage(text)
  const response = await postChat(client, [message], { ...options, chatId })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  const reply = await readDataStream(response)
  return { chatId, message, reply, messageId: response.headers.get('x-message-id') ?? '' }
}

/** Reads a chat as it is stored. */
export async function getChat(client: TestClient, chatId: string): Promise<StoredChat> {
  const response = await client.get(`/api/chat?id=${chatId}`)
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as StoredChat
}

/** The text of a stored message. */
export function textOf(message: StoredMessage | undefined): string {
  return (message?.parts ?? [])
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('')
}
