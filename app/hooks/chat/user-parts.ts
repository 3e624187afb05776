import type { MessagePart } from '#app/page-message.ts'
import { typedText } from '#core/chat/text-file.ts'

/** Images come before the text, and text files after it, so that a title is made of what was typed. */
export function userParts(files: MessagePart[], text: string): MessagePart[] {
  return [
    ...files.filter(({ type }) => type === 'file'),
    ...(text.trim() ? [{ type: 'text', text: typedText(text) }] : []),
    ...files.filter(({ type }) => type === 'text'),
  ]
}
