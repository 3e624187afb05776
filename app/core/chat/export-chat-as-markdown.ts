import type { EntityManager } from '#db/orm.ts'
import { readInTurn } from '../large-reads.ts'
import type { ChatMessage } from './message-fields.ts'
import { messageImagePath } from './message-image-path.ts'
import { openChat, type StoredMessage } from './open-chat.ts'
import { isReadInPieces, messageBatches, readWithoutData } from './read-messages.ts'

/** Parts of a large message that are read at once. */
const PARTS_AT_ONCE = 4

type Input = {
  chatId: string
  userId: string
  /** The service's public origin, for links to documents and images. */
  origin: string
}

/**
 * Gives a chat as Markdown, for people, piece by piece: what was said, with
 * links to its images and documents. Reasoning and the inputs and results of
 * tools are left out. The messages of a large chat are read a few at a time.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function exportChatAsMarkdown(
  em: EntityManager,
  { chatId, userId, origin }: Input,
): Promise<{ title: string; pieces: AsyncGenerator<string, void, void> }> {
  const chat = await openChat(em, { chatId, userId })
  const { title, createdAt } = chat.summary

  function write(message: Pick<ChatMessage, 'id' | 'parts'>, from = 0): string {
    return message.parts
      .map((part, index) => {
        const image = `${origin}${messageImagePath(chatId, message.id, from + index)}`
        return partMarkdown(part, { origin, image })
      })
      .filter((text) => text !== '')
      .map((text) => `\n\n${text}`)
      .join('')
  }

  function writeWhole(message: Pick<ChatMessage, 'id' | 'role' | 'parts' | 'status'>): string {
    return `${heading(message)}${write(message)}${note(message)}`
  }

  async function* writeInPieces(message: StoredMessage): AsyncGenerator<string, void, void> {
    yield heading(message)
    for (let from = 1; ; from += PARTS_AT_ONCE) {
      const range = { from, count: PARTS_AT_ONCE }
      const [read] = await readInTurn(userId, () => readWithoutData(em, [message], range))
      if (!read) return
      yield write(read, from - 1)
      if (read.parts.length < PARTS_AT_ONCE) {
        yield note(read)
        return
      }
    }
  }

  async function* pieces() {
    yield `# ${oneLine(title)}\n\n*${createdAt}*`
    if (!chat.stored) yield chat.messages.map(writeWhole).join('')
    else {
      for (const batch of messageBatches(chat.stored)) {
        const [first] = batch
        if (first && isReadInPieces(first)) yield* writeInPieces(first)
        else {
          const messages = await readInTurn(userId, () => readWithoutData(em, batch))
          yield messages.map(writeWhole).join('')
        }
      }
    }
    yield '\n'
  }
  return { title, pieces: pieces() }
}

function heading({ role }: Pick<ChatMessage, 'role'>): string {
  return role === 'user' ? '\n\n## You' : '\n\n## Assistant'
}

function note({ status }: Pick<ChatMessage, 'status'>): string {
  const text = STATUS_NOTES[status]
  return text ? `\n\n*${text}*` : ''
}

const STATUS_NOTES: Partial<Record<ChatMessage['status'], string>> = {
  streaming: 'This reply is still being written.',
  stopped: 'This reply was stopped.',
  failed: 'This reply failed.',
  interrupted: 'This reply was interrupted.',
}

function partMarkdown(
  part: ChatMessage['parts'][number],
  { origin, image }: { origin: string; image: string },
): string {
  if (part.type === 'text') return stringOf(part.text).trim()
  if (part.type === 'file') {
    const url = stringOf(part.url)
    const name = oneLine(stringOf(part.filename) || 'Image')
    return `![${name}](${url.startsWith('data:') ? image : url})`
  }
  if (part.type !== 'tool-createDocument' && part.type !== 'tool-updateDocument') return ''
  const { output } = part
  if (typeof output !== 'object' || output === null) return ''
  const { id, title } = output as Record<string, unknown>
  if (typeof id !== 'string') return ''
  return `> Document: [${oneLine(stringOf(title) || 'Document')}](${origin}/documents/${id})`
}

/** A client may have stored any other value, and an object may not even be printed as a string. */
function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A text as it is written within a line of Markdown. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\\[\]`*_<>]/g, '\\$&')
    .trim()
}
