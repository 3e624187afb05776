import { randomUUID } from 'node:crypto'
import { v5 as uuidv5, validate } from 'uuid'
import type { MessagePart } from '#db/entities/message.ts'
import { AppError } from '../app-error.ts'
import { toStorableText, toStorableValue } from '../storable-text.ts'
import type { ClientMessage } from './chat-schema.ts'

/** A message in the form in which it is stored, which is that of the AI SDK's UI messages. */
export type ConversationMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  /** Whether the client sent no id, so that `id` is a new one. */
  hasMadeId?: true
}

/** A part in any form that the AI SDK has used. */
type ClientPart = { type: string; text?: string; [key: string]: unknown }

/**
 * Converts a client's history to the form in which it is stored
 * (docs/interface.md, "The messages a client sends"). Messages of the roles
 * `system`, `data` and `tool` are dropped: instructions come from the server.
 *
 * @throws {AppError} invalid when the last message has neither text nor image,
 *   or when an id occurs twice
 */
export function normaliseMessages(
  chatId: string,
  messages: ClientMessage[],
): ConversationMessage[] {
  const conversation = messages.flatMap((message): ConversationMessage[] => {
    if (message.role !== 'user' && message.role !== 'assistant') return []
    const { role } = message
    const parts = toStorableValue(role === 'user' ? userParts(message) : assistantParts(message))
    if (!message.id) return [{ id: randomUUID(), role, parts, hasMadeId: true }]
    return [{ id: toMessageId(chatId, message.id), role, parts }]
  })
  const last = conversation.at(-1)
  if (!last?.parts.length) {
    throw new AppError('invalid', 'The last message is empty. Send some text or an image.', {
      errors: [{ path: `messages.${messages.length - 1}`, message: 'has no text and no image' }],
    })
  }
  if (new Set(conversation.map(({ id }) => id)).size !== conversation.length) {
    throw new AppError('invalid', 'Two messages have the same id. Give each message its own.')
  }
  return conversation.filter(({ parts }) => parts.length > 0)
}

/**
 * The stored id of a client's message id: a UUID stays (in lower case), any
 * other id becomes the UUIDv5 with the chat id as namespace, so that a retry
 * maps to the same row (docs/interface.md, "Message ids").
 */
function toMessageId(chatId: string, clientId: string): string {
  return validate(clientId) ? clientId.toLowerCase() : uuidv5(clientId.toWellFormed(), chatId)
}

function userParts(message: ClientMessage): MessagePart[] {
  const parts = contentParts(message).flatMap(toUserPart)
  const attachments = (message.experimental_attachments ?? []).map(({ url, name, contentType }) =>
    filePart(url, contentType, name),
  )
  return [...parts, ...attachments.filter((part) => part !== null)]
}

/** `parts` counts before `content`, because an SDK that sends both repeats in `content` what `parts` holds. */
function contentParts(message: ClientMessage): ClientPart[] {
  if (message.parts?.length) return message.parts
  if (typeof message.content === 'string') return [{ type: 'text', text: message.content }]
  return message.content ?? []
}

function toUserPart(part: ClientPart): MessagePart[] {
  if (part.type === 'text') return isBlank(part.text) ? [] : [{ type: 'text', text: part.text }]
  if (part.type !== 'image' && part.type !== 'file') return []
  const source = part.url ?? part.image ?? part.data
  const mediaType = part.mediaType ?? part.mimeType
  if (typeof source !== 'string' || source === '') return []
  const file = filePart(source, asString(mediaType), asString(part.filename ?? part.name))
  return file ? [file] : []
}

function filePart(source: string, mediaType?: string, filename?: string): MessagePart | null {
  const type = mediaType ?? source.match(/^data:([^;,]+)/)?.[1] ?? typeOfUrl(source)
  if (!type.startsWith('image/')) {
    throw new AppError(
      'invalid',
      `Files of the type ${type} are not taken. Send a JPEG or PNG image.`,
    )
  }
  // An `image` or `data` field may also hold base64 without the start of a data URL.
  const url = /^(data:|https?:|\/)/.test(source) ? source : `data:${type};base64,${source}`
  return { type: 'file', mediaType: type, url, ...(filename && { filename }) }
}

function typeOfUrl(url: string): string {
  return /\.png($|\?)/i.test(url) ? 'image/png' : 'image/jpeg'
}

function assistantParts(message: ClientMessage): MessagePart[] {
  const parts = contentParts(message).flatMap(toAssistantPart)
  const fromInvocations = message.parts?.length
    ? []
    : (message.toolInvocations ?? []).flatMap((invocation) => toolPart(invocation))
  return [...fromInvocations, ...parts]
}

function toAssistantPart(part: ClientPart): MessagePart[] {
  if (part.type === 'text') return part.text ? [{ type: 'text', text: part.text }] : []
  if (part.type === 'reasoning') {
    const text = part.text ?? asString(part.reasoning)
    return text ? [{ type: 'reasoning', text }] : []
  }
  if (part.type === 'step-start') return [{ type: 'step-start' }]
  if (part.type === 'tool-invocation' && isRecord(part.toolInvocation)) {
    return toolPart(part.toolInvocation)
  }
  if (part.type.startsWith('tool-') && part.state === 'output-available') {
    const { type, toolCallId, state, input, output } = part
    return asString(toolCallId) ? [{ type, toolCallId, state, input: input ?? {}, output }] : []
  }
  return []
}

/** A tool call as AI SDK 4 sends it; one without a result is of no use to the model and is dropped. */
function toolPart(invocation: Record<string, unknown>): MessagePart[] {
  const { toolName, toolCallId, args, result, state } = invocation
  if (state !== 'result' || typeof toolName !== 'string' || typeof toolCallId !== 'string')
    return []
  return [
    {
      type: `tool-${toolName}`,
      toolCallId,
      state: 'output-available',
      input: args ?? {},
      output: result ?? null,
    },
  ]
}

function isBlank(text: string | undefined): boolean {
  return toStorableText(text ?? '').trim() === ''
}

function asString(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
