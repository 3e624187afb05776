import type { EntityManager } from '#db/orm.ts'
import { type ChatMessage, type LoadedChat, loadChat } from './load-chat.ts'

/**
 * Gives a chat as Markdown, for people: what was said, with links to its images
 * and documents. Reasoning and the inputs and results of tools are left out.
 *
 * @param input.origin the service's public origin, for links to documents
 * @throws {AppError} not-found, not-owner
 */
export async function exportChatAsMarkdown(
  em: EntityManager,
  { chatId, userId, origin }: { chatId: string; userId: string; origin: string },
): Promise<{ title: string; text: string }> {
  const chat = await loadChat(em, { chatId, userId })
  return { title: chat.title, text: chatMarkdown(chat, origin) }
}

function chatMarkdown(chat: Pick<LoadedChat, 'title' | 'createdAt' | 'messages'>, origin: string) {
  const sections = chat.messages.map((message) => messageMarkdown(message, origin))
  return `${[`# ${oneLine(chat.title)}`, `*${chat.createdAt}*`, ...sections].join('\n\n')}\n`
}

const STATUS_NOTES: Partial<Record<ChatMessage['status'], string>> = {
  streaming: 'This reply is still being written.',
  stopped: 'This reply was stopped.',
  failed: 'This reply failed.',
  interrupted: 'This reply was interrupted.',
}

function messageMarkdown({ role, parts, status }: ChatMessage, origin: string): string {
  const note = STATUS_NOTES[status]
  return [
    role === 'user' ? '## You' : '## Assistant',
    ...parts.map((part) => partMarkdown(part, origin)).filter((text) => text !== ''),
    ...(note ? [`*${note}*`] : []),
  ].join('\n\n')
}

function partMarkdown(part: ChatMessage['parts'][number], origin: string): string {
  if (part.type === 'text') return String(part.text).trim()
  if (part.type === 'file') return `![${oneLine(String(part.filename ?? 'Image'))}](${part.url})`
  if (part.type !== 'tool-createDocument' && part.type !== 'tool-updateDocument') return ''
  const { output } = part
  if (typeof output !== 'object' || output === null || !('id' in output)) return ''
  const title = 'title' in output ? oneLine(String(output.title)) : 'Document'
  return `> Document: [${title}](${origin}/documents/${output.id})`
}

/** A text as it is written within a line of Markdown. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*_<>]/g, '\\$&')
    .trim()
}
