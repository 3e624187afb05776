import { IMPORT_LIMITS } from './import-limits.ts'
import type { ImportedMessage } from './import-schema.ts'
import { asArray, asRecord, asText, asTime, type JsonRecord } from './json-values.ts'
import { type ParsedChat, parsedChat } from './parsed-chat.ts'

/** Whether an entry is a chat as it is exported here. */
export function isOwnChat(entry: unknown): boolean {
  const { id, title, messages } = asRecord(entry)
  return typeof id === 'string' && typeof title === 'string' && Array.isArray(messages)
}

/** Reads a chat that was exported here. */
export function parseOwnChat(entry: unknown): ParsedChat {
  const { id, title, createdAt, messages } = asRecord(entry)
  return parsedChat({
    id: asText(id),
    title: asText(title),
    createdAt,
    messages: asArray(messages).map(asRecord).flatMap(toMessage),
  })
}

function toMessage(message: JsonRecord): ImportedMessage[] {
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return []
  const createdAt = asTime(message.createdAt)
  const model = asText(message.model)
  return [
    {
      ...(asText(message.id) && { id: asText(message.id).slice(0, IMPORT_LIMITS.id) }),
      role,
      parts: asArray(message.parts)
        .map(asRecord)
        .filter(({ type }) => typeof type === 'string')
        .map(({ type, text, ...part }) => ({
          ...part,
          type: asText(type).slice(0, 200),
          ...(typeof text === 'string' && { text }),
        })),
      ...(model && { model: model.slice(0, 200) }),
      ...(createdAt && { createdAt }),
    },
  ]
}
