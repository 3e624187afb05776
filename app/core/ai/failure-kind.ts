import type { ErrorKind } from '#db/entities/message.ts'

/** How the log puts each class of failure; the error itself stands beside it. */
export const FAILURE_WORDS: Record<ErrorKind, string> = {
  'key-refused': 'the model provider refused the key',
  quota: 'the quota at the model provider is used up',
  'rate-limited': 'the model provider limits the rate of calls',
  'too-long': 'the conversation is too long for the model',
  'model-unknown': 'the model provider does not know the model',
  'content-refused': 'the content was refused',
  'provider-away': 'the model provider is away',
  cut: 'what the model wrote was cut off',
  empty: 'the model wrote nothing',
  unknown: 'for a reason that has no class',
}

/** A failure of a reply that this service has found by itself. */
export class ReplyFailure extends Error {
  override name = 'ReplyFailure'
  readonly kind: ErrorKind

  constructor(kind: ErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** What the errors of the SDK, of `fetch` and of Node say of themselves. */
type ErrorFields = {
  name?: unknown
  message?: unknown
  statusCode?: unknown
  code?: unknown
  type?: unknown
  data?: unknown
  cause?: unknown
  lastError?: unknown
  responseBody?: unknown
}

type Facts = { status: number | undefined; words: string; message: string; isNetwork: boolean }

const MAX_DEPTH = 6
/** Characters of an answer that is not OpenAI's kind of error. */
const MAX_BODY = 2_000
/** Socket, DNS and TLS errors of Node, and those of its `fetch` (undici). */
const NETWORK_CODE = /^((?!ERR_)E[A-Z_]{3,}|UND_ERR_\w+|\w*CERT\w*|UNABLE_TO_\w+)$/
const NETWORK_NAMES = ['TimeoutError', 'ConnectTimeoutError', 'SocketError']

/**
 * The codes and types of OpenAI (https://platform.openai.com/docs/guides/error-codes)
 * and of servers that speak its protocol, the most telling first.
 */
const WORDS: [RegExp, ErrorKind][] = [
  [/insufficient_quota|billing|quota_exceeded|insufficient_(balance|credit|funds)/, 'quota'],
  [/context_length|context_size|context_window|string_above_max_length/, 'too-long'],
  [/content_filter|content_policy|moderation|safety|invalid_prompt/, 'content-refused'],
  [/model_not_found|model_not_available|not_found_error|deployment_?not_?found/, 'model-unknown'],
  [/api_key|authentication|permission|unauthorized/, 'key-refused'],
  [/rate_limit|too_many_requests|tokens_exceeded/, 'rate-limited'],
]

const AWAY = /server_error|overloaded|unavailable|timeout|internal_error/
/** How the SDK says that a stream has ended too soon. */
const NO_END = /ended without a finish reason/
/** How servers without a code of their own put it. */
const TOO_LONG = /context (length|window|size)|maximum (context|prompt)|(prompt|input) is too long/i
const NO_SUCH_MODEL =
  /model\b.{0,80}(not found|does not exist|not exist)|invalid model|unknown model/i

/**
 * Tells which class an error of a model call belongs to, by its status, its
 * codes and, for servers that give none, by its message. The provider's words go
 * no further than this.
 *
 * @param hasOutput whether the model had written something: what breaks off then
 *   is `cut`, where a provider that is not reached at all is `provider-away`
 */
export function failureKind(error: unknown, hasOutput: boolean): ErrorKind {
  if (error instanceof ReplyFailure) return error.kind
  const facts = factsOf(error)
  const kind = kindOfWords(facts) ?? kindOfStatus(facts.status)
  if (kind) return kind
  const { status, isNetwork, words } = facts
  if (NO_END.test(facts.message)) return 'cut'
  const isAway =
    isNetwork || AWAY.test(words) || status === 408 || status === 409 || (status ?? 0) >= 500
  if (isAway) return hasOutput ? 'cut' : 'provider-away'
  return 'unknown'
}

function kindOfWords({ words, message, status }: Facts): ErrorKind | undefined {
  const found = WORDS.find(([pattern]) => pattern.test(words))
  if (found) return found[1]
  if (status === 429) return undefined
  if (TOO_LONG.test(message)) return 'too-long'
  return NO_SUCH_MODEL.test(message) ? 'model-unknown' : undefined
}

function kindOfStatus(status: number | undefined): ErrorKind | undefined {
  switch (status) {
    case 401:
    case 403:
      return 'key-refused'
    case 402:
      return 'quota'
    case 404:
      return 'model-unknown'
    case 413:
      return 'too-long'
    case 429:
      return 'rate-limited'
  }
}

/** Gathers what an error and its causes say. */
function factsOf(error: unknown): Facts {
  const facts: Facts = { status: undefined, words: '', message: '', isNetwork: false }
  const add = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
    const fields: ErrorFields = value
    addFields(facts, fields)
    add(fields.data, depth + 1)
    add('error' in fields ? fields.error : undefined, depth + 1)
    add('response' in fields ? fields.response : undefined, depth + 1)
    add(fields.cause, depth + 1)
    add(fields.lastError, depth + 1)
  }
  add(error, 0)
  return facts
}

function addFields(facts: Facts, fields: ErrorFields) {
  const { name, message, statusCode, code, type, data, responseBody } = fields
  // A stream that breaks off has the status of its headers, 200.
  const status = [statusCode, code].find((value) => typeof value === 'number' && value >= 400)
  if (typeof status === 'number') facts.status ??= status
  for (const word of [code, type]) {
    if (typeof word === 'string') facts.words += ` ${word.toLowerCase()}`
  }
  const body = data === undefined && typeof responseBody === 'string' ? responseBody : ''
  facts.message += ` ${typeof message === 'string' ? message : ''} ${body.slice(0, MAX_BODY)}`
  facts.isNetwork ||=
    (typeof name === 'string' && NETWORK_NAMES.includes(name)) ||
    (typeof code === 'string' && NETWORK_CODE.test(code)) ||
    message === 'terminated'
}
