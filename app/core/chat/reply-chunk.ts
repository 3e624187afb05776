import type { MessageUsage } from '#db/entities/message.ts'

export type { MessageUsage }

export type FinishReason = 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'error' | 'other'

/**
 * One event of a reply being written, independent of any wire format. A reply
 * is `start`, then steps, then exactly one `finish`. The two encodings that
 * clients see are made of these in `app/http/streams/`.
 */
export type ReplyChunk =
  | { type: 'start'; messageId: string }
  | { type: 'step-start' }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'reasoning-start'; id: string }
  | { type: 'reasoning-delta'; id: string; delta: string }
  | { type: 'reasoning-end'; id: string }
  | { type: 'tool-input-start'; toolCallId: string; toolName: string }
  | { type: 'tool-input-delta'; toolCallId: string; delta: string }
  | { type: 'tool-input'; toolCallId: string; toolName: string; input: unknown }
  | { type: 'tool-output'; toolCallId: string; toolName: string; output: unknown }
  | { type: 'tool-error'; toolCallId: string; toolName: string; message: string }
  | { type: 'data'; name: string; content: unknown }
  | { type: 'step-finish'; finishReason: FinishReason; usage: MessageUsage }
  | { type: 'error'; message: string }
  /** `aborted`: the reply was stopped or cut off; what came so far stands. */
  | { type: 'finish'; finishReason: FinishReason; usage: MessageUsage; aborted?: boolean }

/** The text the contract gives for any failure while streaming (§4, POST /api/chat). */
export const STREAM_ERROR_TEXT = 'Oops, an error occured!'
