import type { ConversationMessage } from './normalise-messages.ts'

/** UTF-16 units of a provisional title at most. */
const MAX_LENGTH = 60

/** The title of a chat until the worker has written one: the start of its first message. */
export function provisionalTitle(conversation: ConversationMessage[]): string {
  const first = conversation.find(({ role }) => role === 'user')
  const text = messageText(first?.parts ?? [])
    .replace(/\s+/g, ' ')
    .trim()
  if (!text) return 'New chat'
  if (text.length <= MAX_LENGTH) return text
  const cut = firstCharacters(text, MAX_LENGTH)
  const space = cut.lastIndexOf(' ')
  return `${(space > MAX_LENGTH / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** The text of a message's parts, without reasoning and tools. */
export function messageText(parts: { type: string; [key: string]: unknown }[]): string {
  return parts
    .filter((part) => part.type === 'text' && typeof part.text === 'string')
    .map((part) => part.text)
    .join('\n')
}

/** The first `max` UTF-16 units of a text, without half a character at the end. */
export function firstCharacters(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '')
}

/**
 * The id of the job that writes a chat's title. A chat has one such job, ever.
 * The id holds the time at which the chat was made, because after a chat was
 * deleted, another may be made with the same id, and needs a title of its own.
 *
 * @param createdAt of the chat, ISO 8601
 */
export function titleJobId(chatId: string, createdAt: string): string {
  return `title-${chatId}-${Date.parse(createdAt)}`
}
