import type { ImportedMessage } from './import-schema.ts'
import { asArray, asRecord, asText, asTime, type JsonRecord } from './json-values.ts'
import { codeBlock, type ParsedChat, parsedChat } from './parsed-chat.ts'

/**
 * Marks of citations, which mean nothing outside of ChatGPT. None holds the beginning of
 * another one, so that each character is looked at a few times at most.
 */
const CITATION = /\ue200[^\ue200\ue201]*\ue201|【[^【】†]*†[^【】]*】/g

/** Whether an entry of a `conversations.json` is one of ChatGPT. */
export function isChatGptConversation(entry: unknown): boolean {
  return typeof asRecord(entry).mapping === 'object'
}

/**
 * Reads a conversation of a ChatGPT export. Its messages are a tree, of which the path
 * that was shown last is taken: from `current_node` up to the root.
 */
export function parseChatGptConversation(entry: unknown): ParsedChat {
  const conversation = asRecord(entry)
  const createdAt = conversation.create_time
  return parsedChat({
    id:
      asText(conversation.conversation_id) ||
      asText(conversation.id) ||
      `chatgpt ${asTime(createdAt)}`,
    title: asText(conversation.title),
    createdAt,
    messages: shownPath(conversation).flatMap(toMessage),
  })
}

function shownPath(conversation: JsonRecord): JsonRecord[] {
  const mapping = asRecord(conversation.mapping)
  const path: JsonRecord[] = []
  const seen = new Set<string>()
  let id = asText(conversation.current_node)
  if (!Object.hasOwn(mapping, id)) id = Object.keys(mapping).at(-1) ?? ''
  while (Object.hasOwn(mapping, id) && !seen.has(id)) {
    seen.add(id)
    const node = asRecord(mapping[id])
    path.push(asRecord(node.message))
    id = asText(node.parent)
  }
  return path.reverse()
}

function toMessage(message: JsonRecord): ImportedMessage[] {
  const role = asText(asRecord(message.author).role)
  const metadata = asRecord(message.metadata)
  if (metadata.is_visually_hidden_from_conversation === true) return []
  const content = asRecord(message.content)
  if (role === 'tool' && content.content_type !== 'execution_output') {
    // Of what a tool gave, only images were shown.
    if (!asArray(content.parts).some(isImage)) return []
  } else if (role !== 'user' && role !== 'assistant' && role !== 'tool') return []
  const model = asText(metadata.model_slug)
  const createdAt = asTime(message.create_time)
  return [
    {
      ...(asText(message.id) && { id: asText(message.id).slice(0, 200) }),
      role: role === 'user' ? 'user' : 'assistant',
      parts: toParts(content),
      ...(model && { model: model.slice(0, 200) }),
      ...(createdAt && { createdAt }),
    },
  ]
}

function toParts(content: JsonRecord): ImportedMessage['parts'] {
  const text = asText(content.text)
  switch (content.content_type) {
    case 'text':
    case 'multimodal_text':
      return asArray(content.parts).flatMap(toPart)
    case 'code':
      return text ? [textPart(codeBlock(text, languageOf(content.language)))] : []
    case 'execution_output':
      return text ? [textPart(codeBlock(text))] : []
    case 'thoughts':
      return asArray(content.thoughts).flatMap((thought) => {
        const { content: said, summary } = asRecord(thought)
        const reasoning = asText(said) || asText(summary)
        return reasoning ? [{ type: 'reasoning', text: reasoning }] : []
      })
    default:
      return []
  }
}

function toPart(part: unknown): ImportedMessage['parts'] {
  if (typeof part === 'string') return part ? [textPart(part.replace(CITATION, ''))] : []
  const { content_type: type, text } = asRecord(part)
  if (isImage(part)) return [textPart('[Image not imported]')]
  return type === 'audio_transcription' && asText(text) ? [textPart(asText(text))] : []
}

function isImage(part: unknown): boolean {
  return asRecord(part).content_type === 'image_asset_pointer'
}

function textPart(text: string) {
  return { type: 'text', text }
}

function languageOf(language: unknown): string {
  const name = asText(language)
  return name === 'unknown' ? '' : name
}
