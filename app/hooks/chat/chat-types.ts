import type { MessagePart } from '#app/page-message.ts'

/** An image of a message. */
export type FilePart = { type: 'file'; mediaType: string; url: string; filename?: string }

/** What is sent with a message: an image, or a text file (core/chat/text-file.ts). */
export type AttachedPart = FilePart | { type: 'text'; text: string }

/** Something that went wrong, in words that the page can show. */
export type ChatProblem = { detail: string; signedOut?: boolean }

/** The text of a message, without reasoning and tool results. */
export function messageText({ parts }: { parts: MessagePart[] }): string {
  return parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('\n\n')
}
