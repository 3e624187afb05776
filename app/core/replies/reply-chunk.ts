import type { FinishReason, UIMessageChunk } from 'ai'
import type { DocumentKind } from '#db/entities/document.ts'
import type { ErrorKind, MessageStatus, MessageUsage } from '#db/entities/message.ts'
import type { Suggestion } from '../suggestions/suggestion-schema.ts'

/** What a reply's message carries beside its parts. */
type ReplyMetadata = { usage: MessageUsage }

/** The data parts of a reply by name (docs/interface.md, "Tools", "Titles" and "Failures of a reply"). */
type ReplyData = {
  kind: DocumentKind
  id: string
  title: string
  clear: string
  'text-delta': string
  'code-delta': string
  'sheet-delta': string
  'image-delta': string
  suggestion: Suggestion
  finish: string
  'chat-title': string
  'error-kind': ErrorKind
}

/** Adds a data part to the reply that is being written. */
export type EmitData = <Name extends keyof ReplyData>(name: Name, data: ReplyData[Name]) => void

/** One chunk of a reply as a client of the UI message stream reads it: the AI SDK's own type. */
export type ClientChunk = UIMessageChunk<ReplyMetadata, ReplyData>

/**
 * One chunk of a reply as the server passes it on, independent of the wire
 * format: the AI SDK's UI message chunk. Only the end of a step says more than
 * the SDK's, because data stream v1 sends each step's finish reason and usage.
 *
 * A reply is `start`, then steps, then its end (see {@link finalChunks}).
 */
export type ReplyChunk =
  | Exclude<ClientChunk, { type: 'finish-step' }>
  | { type: 'finish-step'; finishReason: FinishReason; usage: MessageUsage }

/** The text that clients are given for any failure (docs/interface.md, "Failures of a reply"). */
export const STREAM_ERROR_TEXT = 'Oops, an error occured!'

/** The status of a reply that has ended. */
export type FinalStatus = Exclude<MessageStatus, 'streaming'>

/** How a reply ended, and what it used in all its steps. */
export type FinalReply = {
  status: FinalStatus
  /** Of a reply that has failed; else null. */
  errorKind: ErrorKind | null
  usage: MessageUsage
}

/**
 * Tells whether a chunk is a part of the model's own answer: some text, some
 * reasoning, a tool call. With the first of them the answer to the client begins
 * (docs/interface.md, "The streamed reply"); starts, ends and data parts wait for it.
 */
export function isModelPart(chunk: ReplyChunk): boolean {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-start':
    case 'tool-input-available':
      return true
    default:
      return false
  }
}

/**
 * The chunks that end a reply: `finish`, or `abort` for a reply that is not
 * complete. An `abort` carries no metadata, so the usage goes ahead of it.
 *
 * @param finishReason of the last step; only a complete reply tells it
 */
export function finalChunks({
  status,
  errorKind,
  usage,
  finishReason,
}: FinalReply & { finishReason: FinishReason }): ReplyChunk[] {
  const messageMetadata = { usage }
  if (status === 'complete') return [{ type: 'finish', finishReason, messageMetadata }]
  return [
    ...(status === 'failed' ? errorChunks(errorKind ?? 'unknown') : []),
    { type: 'message-metadata', messageMetadata },
    { type: 'abort' },
  ]
}

function errorChunks(kind: ErrorKind): ReplyChunk[] {
  return [
    { type: 'data-error-kind', data: kind, transient: true },
    { type: 'error', errorText: STREAM_ERROR_TEXT },
  ]
}
