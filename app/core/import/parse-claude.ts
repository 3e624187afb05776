import type { ImportedMessage } from './import-schema.ts'
import { asArray, asRecord, asText, asTime, type JsonRecord } from './json-values.ts'
import { codeBlock, type ParsedChat, parsedChat } from './parsed-chat.ts'

/** Whether an entry of a `conversations.json` is one of Claude. */
export function isClaudeConversation(entry: unknown): boolean {
  return Array.isArray(asRecord(entry).chat_messages)
}

/** Reads a conversation of a Claude export: texts, thoughts, artifacts, and the text of attached files. */
export function parseClaudeConversation(entry: unknown): ParsedChat {
  const conversation = asRecord(entry)
  const createdAt = conversation.created_at
  return parsedChat({
    id: asText(conversation.uuid) || `claude ${asTime(createdAt)}`,
    title: asText(conversation.name),
    createdAt,
    messages: asArray(conversation.chat_messages).map(asRecord).flatMap(toMessage),
  })
}

function toMessage(message: JsonRecord): ImportedMessage[] {
  const { sender } = message
  if (sender !== 'human' && sender !== 'assistant') return []
  const content = asArray(message.content).map(asRecord).flatMap(toPart)
  // Older exports have the text alone.
  const text = content.length === 0 ? asText(message.text) : ''
  const createdAt = asTime(message.created_at)
  return [
    {
      ...(asText(message.uuid) && { id: asText(message.uuid).slice(0, 200) }),
      role: sender === 'human' ? 'user' : 'assistant',
      parts: [
        ...asArray(message.attachments).map(asRecord).map(attachment),
        ...asArray(message.files).map(asRecord).map(file),
        ...content,
        ...(text ? [textPart(text)] : []),
      ],
      ...(createdAt && { createdAt }),
    },
  ]
}

function toPart(part: JsonRecord): ImportedMessage['parts'] {
  const { type } = part
  if (type === 'text') return asText(part.text) ? [textPart(asText(part.text))] : []
  if (type === 'thinking') {
    return asText(part.thinking) ? [{ type: 'reasoning', text: asText(part.thinking) }] : []
  }
  return type === 'tool_use' && part.name === 'artifacts' ? artifact(asRecord(part.input)) : []
}

/** What was written beside the chat stands in it. */
function artifact(input: JsonRecord): ImportedMessage['parts'] {
  const content = asText(input.content)
  if (!content) return []
  const title = asText(input.title)
  const text = input.type === 'text/markdown' ? content : codeBlock(content, asText(input.language))
  return [textPart(title ? `**${title}**\n\n${text}` : text)]
}

function attachment(attached: JsonRecord) {
  const name = asText(attached.file_name) || 'Attached text'
  const text = asText(attached.extracted_content)
  return textPart(text ? `${name}:\n\n${codeBlock(text)}` : `[File not imported: ${name}]`)
}

function file(attached: JsonRecord) {
  const name = asText(attached.file_name)
  return textPart(name ? `[File not imported: ${name}]` : '[File not imported]')
}

function textPart(text: string) {
  return { type: 'text', text }
}
