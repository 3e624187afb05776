/** What the fake provider does with one request. */
export type Script = {
  /** The text, as a string (one delta a word), as deltas, or made when they are sent. */
  text?: string | string[] | { count: number; delta: (index: number) => string }
  reasoning?: string
  toolCalls?: { name: string; input: unknown }[]
  /** Milliseconds between two deltas; with 0, the default, everything is sent at once. */
  delayMs?: number
  /** Milliseconds before the response begins. */
  firstDelayMs?: number
  /** A status other than 200 is sent with an error as its body. */
  status?: number
  /** Fields of that error. */
  error?: ProviderError
  /** Sends an error event after the deltas, in place of the end. */
  errorEvent?: ProviderError
  /** The same, as an event of the failed response where the API has one (Responses). */
  failedResponse?: ProviderError
  /** Ends the stream after the deltas without saying that the model has finished. */
  endsEarly?: true
  /** Text of a refusal, in place of `text`. */
  refusal?: string
  /** Why the model stopped, where it did not finish by itself. */
  stoppedBy?: 'content_filter' | 'length'
  /** Sends a comment every so many milliseconds once it sends nothing more (`hangAfter`). */
  commentEveryMs?: number
  headers?: Record<string, string>
  /** Cuts the connection after this many deltas. */
  cutAfter?: number
  /** Sends this many deltas and then nothing more, with the connection open. */
  hangAfter?: number
  /** Null: the provider counts nothing. */
  usage?: { input: number; output: number; reasoning: number } | null
}

type ProviderError = {
  message?: string
  type?: string | null
  code?: string | number | null
}

export type FakeRequest = {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  /** The parsed JSON body. */
  body: ProviderBody
  /** How many requests came before this one. */
  index: number
}

export type ProviderBody = {
  model?: string
  stream?: boolean
  messages?: ProviderItem[]
  input?: ProviderItem[]
  tools?: unknown[]
  prompt?: string
  [key: string]: unknown
}

type ProviderItem = { role?: string; type?: string; content?: unknown; [key: string]: unknown }

/** The deltas of a script's text, made one by one. */
export function* textDeltas({ text }: Script): Generator<string> {
  if (text === undefined) return
  if (typeof text === 'string') yield* text.match(/\s*\S+\s*/g) ?? []
  else if (Array.isArray(text)) yield* text
  else for (let index = 0; index < text.count; index += 1) yield text.delta(index)
}

/** Tells whether a request brings the result of a tool, in either API. */
export function hasToolResult({ body }: FakeRequest): boolean {
  const last = (body.messages ?? body.input)?.at(-1)
  return last?.role === 'tool' || last?.type === 'function_call_output'
}

/** The text of the last user message of a request, in either API. */
export function lastUserText({ body }: FakeRequest): string {
  const last = (body.messages ?? body.input)?.findLast((item) => item.role === 'user')
  if (typeof last?.content === 'string') return last.content
  if (!Array.isArray(last?.content)) return ''
  return last.content.map((part: { text?: string }) => part.text ?? '').join('')
}

export const DEFAULT_USAGE = { input: 11, output: 7, reasoning: 3 }
