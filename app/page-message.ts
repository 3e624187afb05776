import { CHAT_MODELS } from '#core/ai/chat-models.ts'
import type { ErrorKind, MessagePart, MessageStatus } from '#db/entities/message.ts'

export type { ErrorKind, MessagePart }

/** A message as the page holds it. The status is left out when it is `complete`. */
export type PageMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  status?: MessageStatus
  /** Of a reply that has failed. */
  errorKind?: ErrorKind
  /** When it was sent, or begun. */
  createdAt?: string
  /** The model that wrote the reply: its id, or the provider's name where that tells more. */
  model?: string
  /** Tokens of the reply as the provider counted them. */
  usage?: { inputTokens: number | null; outputTokens: number | null }
  /** The ids of the versions that stood at its place, itself included, oldest first; if there are several. */
  alternatives?: string[]
  /** Whether it is longer than a page shows, so that its end is left out. */
  isCut?: boolean
}

/** A message as it is sent to the page: as a short array when it is plain text, which most are. */
export type PackedMessage = PackedText | PageMessage

type PackedText = [
  id: string,
  role: PageMessage['role'],
  text: string,
  /** Seconds of the era. */
  createdAt?: number | null,
  /** The place of its id among the models, or its name. */
  model?: number | string | null,
  inputTokens?: number | null,
  outputTokens?: number | null,
]

/** Packs a message, which makes a page with hundreds of them a third smaller. */
export function packMessage(message: PageMessage): PackedMessage {
  const [part, ...others] = message.parts
  const isText = part?.type === 'text' && others.length === 0 && typeof part.text === 'string'
  const { id, role, createdAt, model, usage } = message
  if (!isText || message.status || message.isCut || message.alternatives) return message
  const place = CHAT_MODELS.findIndex((each) => each.id === model)
  const fields = [
    createdAt ? Math.floor(Date.parse(createdAt) / 1_000) : null,
    place < 0 ? (model ?? null) : place,
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
  ]
  while (fields.at(-1) === null) fields.pop()
  return [id, role, part.text, ...fields] as PackedText
}

export function idOf(message: PackedMessage): string {
  return Array.isArray(message) ? message[0] : message.id
}

/** Restores a message that {@link packMessage} has packed; its time to the second. */
export function unpackMessage(message: PackedMessage): PageMessage {
  if (!Array.isArray(message)) return message
  const [id, role, text, createdAt, model, inputTokens = null, outputTokens = null] = message
  const name = typeof model === 'number' ? CHAT_MODELS[model]?.id : model
  const hasUsage = inputTokens !== null || outputTokens !== null
  return {
    id,
    role,
    parts: [{ type: 'text', text }],
    ...(createdAt && { createdAt: new Date(createdAt * 1_000).toISOString() }),
    ...(name && { model: name }),
    ...(hasUsage && { usage: { inputTokens, outputTokens } }),
  }
}
