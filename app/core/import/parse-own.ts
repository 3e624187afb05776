import { IMPORT_LIMITS } from './import-limits.ts'
import type { ImportedChat, ImportedMessage, ImportedVersion } from './import-schema.ts'
import { asArray, asRecord, asText, asTime, type JsonRecord } from './json-values.ts'
import { type ParsedChat, parsedChat } from './parsed-chat.ts'

/** Whether an entry is a chat as it is exported here. */
export function isOwnChat(entry: unknown): boolean {
  const { id, title, messages } = asRecord(entry)
  return typeof id === 'string' && typeof title === 'string' && Array.isArray(messages)
}

/** Reads a chat that was exported here. */
export function parseOwnChat(entry: unknown): ParsedChat {
  const { id, title, createdAt, messages, votes, documents } = asRecord(entry)
  return {
    ...parsedChat({
      id: asText(id),
      title: asText(title),
      createdAt,
      messages: asArray(messages).map(asRecord).flatMap(toMessage),
    }),
    votes: asArray(votes).map(asRecord).flatMap(toVote).slice(-IMPORT_LIMITS.messages),
    documents: newestOf(asArray(documents).map(asRecord).flatMap(toVersion)),
  }
}

function toVote({ messageId, isUpvoted }: JsonRecord): NonNullable<ImportedChat['votes']> {
  const isVote = typeof messageId === 'string' && messageId.length <= IMPORT_LIMITS.id
  return isVote && typeof isUpvoted === 'boolean' ? [{ messageId, isUpvoted }] : []
}

const KINDS = ['text', 'code', 'image', 'sheet'] as const satisfies ImportedVersion['kind'][]

function toVersion({ id, title, content, ...version }: JsonRecord): ImportedVersion[] {
  const kind = KINDS.find((known) => known === version.kind)
  const createdAt = asTime(version.createdAt)
  const isWhole = typeof id === 'string' && id !== '' && id.length <= IMPORT_LIMITS.id
  if (!kind || !createdAt || !isWhole || (typeof content !== 'string' && content !== null))
    return []
  return [{ id, createdAt, title: asText(title), content, kind }]
}

/** As many of the newest versions as are imported, oldest first. */
function newestOf(versions: ImportedVersion[]): ImportedVersion[] {
  const newestFirst = versions.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  let characters = 0
  const kept = newestFirst.slice(0, IMPORT_LIMITS.versions).filter(({ content }) => {
    const length = content?.length ?? 0
    if (characters + length > IMPORT_LIMITS.documents) return false
    characters += length
    return true
  })
  return kept.reverse()
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
