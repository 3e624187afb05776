import type { MessagePart, MessageStatus, PageMessage } from '../../page-message.ts'

export type { MessagePart, MessageStatus, PageMessage }

/** An image of a message. */
export type FilePart = { type: 'file'; mediaType: string; url: string; filename?: string }

/** Something that went wrong, in words for the person at the page. */
export type ChatProblem = { detail: string; signedOut?: boolean }

/** What a document looks like while a tool writes it; kept in its tool part as `draft`. */
export type DocumentDraft = { id?: string; title?: string; kind?: string; content: string }

/** The text of a message, without reasoning and tools. */
export function messageText({ parts }: { parts: MessagePart[] }): string {
  return parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('\n\n')
}
