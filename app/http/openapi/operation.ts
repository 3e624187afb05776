import type { z } from 'zod'

export const TAGS = {
  Chat: 'Send messages, read replies while they are written, and manage the chats.',
  Documents:
    'Documents with versions, written by the AI or by you. The versions of a document share its `id`; `createdAt` tells them apart and increases strictly.',
  Votes: 'Thumbs up or down on a reply.',
  Suggestions: 'Edits that the AI proposes for a version of a document.',
  Files: 'Images for chat messages.',
  Account: 'Accounts, sessions and API tokens.',
  Forms:
    'The forms of the pages, which work without JavaScript too. Programs use the JSON endpoints.',
  Service: 'For whoever runs the service.',
} as const

type Tag = keyof typeof TAGS
type Method = 'get' | 'post' | 'patch' | 'delete'

/** The body of a response: a schema for JSON, an example for anything else. */
type Content = { type?: string; schema?: z.ZodType; example?: unknown }

export type Answer = {
  description: string
  content?: Content[]
  headers?: Record<string, string>
}

export type ErrorStatus = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 503

/** What the description of one endpoint is made of. */
export type Operation = {
  method: Method
  path: `/${string}`
  id: string
  tag: Tag
  summary: string
  /** Markdown. */
  description: string
  /** Who may call it, where that is not every session; `loopback-or-token` is for /metrics. */
  access?: 'public' | 'browser-session' | 'loopback-or-token'
  params?: z.ZodObject
  query?: z.ZodType
  headers?: Record<string, string>
  body?: {
    schema: z.ZodType
    type?: string
    example?: unknown
    required?: boolean
    /** The media types of parts of a multipart body. */
    encoding?: Record<string, { contentType: string }>
  }
  answers: Record<number, Answer> & { default?: Answer }
  /**
   * Errors besides those that every endpoint of its kind has. The text says when
   * one occurs; an empty text stands for the shared description of its status.
   */
  errors?: Partial<Record<ErrorStatus, string>>
  /** An example for the command line. A test runs it, after the commands of the guide. */
  curl?: string
}

/** Types a list of operations. */
export function operations(list: Operation[]): Operation[] {
  return list
}

/** Makes an answer in JSON. */
export function json(description: string, schema: z.ZodType, example?: unknown): Answer {
  return { description, content: [{ type: 'application/json', schema, example }] }
}

/** Makes an answer that is always the same text. */
export function text(example: string): Answer {
  return { description: `The text \`${example}\`.`, content: [{ type: 'text/plain', example }] }
}
