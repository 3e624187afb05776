import { fenceAround } from '../fence-around.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { ImportedChat, ImportedMessage } from './import-schema.ts'
import { asTime } from './json-values.ts'

/** A chat that was found in a file, in the form in which it is sent. */
export type ParsedChat = ImportedChat & {
  /** Whether it is longer than may be, and these are its newest messages. */
  isCut: boolean
}

type Found = {
  id: string
  title: string
  createdAt: unknown
  messages: ImportedMessage[]
}

/**
 * Brings a chat that was found within the limits: a long text becomes several parts,
 * replies that follow each other become one, empty messages are left out.
 */
export function parsedChat({ id, title, createdAt, messages }: Found): ParsedChat {
  const kept: ImportedMessage[] = []
  for (const message of messages) {
    const parts = message.parts.flatMap(splitText).slice(0, IMPORT_LIMITS.parts)
    if (parts.length === 0) continue
    const last = kept.at(-1)
    const isSame = last && last.role === 'assistant' && message.role === 'assistant'
    if (isSame && last.parts.length + parts.length <= IMPORT_LIMITS.parts) {
      last.parts = [...last.parts, ...parts]
    } else kept.push({ ...message, parts })
  }
  const first = kept.find((message) => message.createdAt)?.createdAt
  return {
    id: id.slice(0, IMPORT_LIMITS.id),
    title: title.trim().slice(0, IMPORT_LIMITS.title) || 'Untitled chat',
    createdAt: asTime(createdAt) ?? first ?? new Date().toISOString(),
    messages: kept.slice(-IMPORT_LIMITS.messages),
    isCut: kept.length > IMPORT_LIMITS.messages,
  }
}

function splitText(part: ImportedMessage['parts'][number]): ImportedMessage['parts'] {
  const { text } = part
  if (text === undefined || text.length <= IMPORT_LIMITS.text) {
    return part.type === 'text' && !text?.trim() ? [] : [part]
  }
  const count = Math.ceil(text.length / IMPORT_LIMITS.text)
  return Array.from({ length: count }, (_, index) => ({
    ...part,
    text: text.slice(index * IMPORT_LIMITS.text, (index + 1) * IMPORT_LIMITS.text).toWellFormed(),
  }))
}

/** A block of code in Markdown, behind a fence that does not occur in it. */
export function codeBlock(code: string, language = ''): string {
  const fence = fenceAround(code)
  return `${fence}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${code.replace(/\n$/, '')}\n${fence}`
}
