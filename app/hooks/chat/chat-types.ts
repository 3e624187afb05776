import type { MessageStatus } from '#core/chat/load-chat.ts'

export type { MessageStatus }

/** One part of a message, in the AI SDK's UI message form. */
export type MessagePart = { type: string; [key: string]: unknown }

/** An image of a message. */
export type FilePart = { type: 'file'; mediaType: string; url: string; filename?: string }

/** A message as the page holds it; a status is only named where it is not `complete`. */
export type PageMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  status?: MessageStatus
}

/** Something that went wrong, in words for the person at the page. */
export type ChatProblem = { detail: string; signedOut?: boolean }

/** What a document looks like while a tool writes it; kept in its tool part as `draft`. */
export type DocumentDraft = { id?: string; title?: string; kind?: string; content: string }

/** The text of a message, without reasoning and tools. */
export function textOf({ parts }: { parts: MessagePart[] }): string {
  return parts
    .flatMap((part) => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
    .join('\n\n')
}
