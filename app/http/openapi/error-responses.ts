import { problemExample } from './examples.ts'
import type { ErrorStatus, Operation } from './operation.ts'
import type { OpenApiDocument, OpenApiResponse } from './types.ts'

type ProblemText = { description: string; headers?: Record<string, string> }

const RETRY = { 'Retry-After': 'Seconds after which to try again.' }

const ERRORS: Record<ErrorStatus, ProblemText & { name: string }> = {
  400: { name: 'Invalid', description: 'Something in the request is missing or malformed.' },
  401: {
    name: 'Unauthorized',
    description: 'No valid session, or the record belongs to another account.',
  },
  403: {
    name: 'Forbidden',
    description: 'A page of another site made the browser send this request.',
  },
  404: { name: 'NotFound', description: 'There is no such record.' },
  408: { name: 'TimedOut', description: 'Nothing more of the body came for 30 seconds.' },
  409: {
    name: 'Conflict',
    description: 'The request conflicts with the present state of the record.',
    headers: RETRY,
  },
  413: {
    name: 'TooLarge',
    description: 'The body is over its limit, or there is no room for it; says what to delete.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'A rate limit is reached, or the tokens of the day are spent.',
    headers: {
      ...RETRY,
      'RateLimit-Policy': 'The limit: `q` requests in `w` seconds.',
      RateLimit: 'What is left of it: `r` requests, `t` seconds to the next window.',
    },
  },
  500: { name: 'Failed', description: 'Something went wrong in the service.' },
  503: {
    name: 'Unavailable',
    description:
      'Something that the service needs, such as the database, does not answer. Try again.',
    headers: RETRY,
  },
}

/** The body of every error. */
export const PROBLEM_MEDIA = {
  schema: { $ref: '#/components/schemas/Problem' },
  example: problemExample,
}

/**
 * Makes the errors that several endpoints share, for `components.responses`.
 *
 * @param paths that refer to them; an error that none refers to is left out
 */
export function errorResponses(paths: OpenApiDocument['paths']): Record<string, OpenApiResponse> {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.values(ERRORS)
      .filter(({ name }) => text.includes(`"${refTo(name)}"`))
      .map((error) => [error.name, problemResponse(error)]),
  )
}

function refTo(name: string): string {
  return `#/components/responses/${name}`
}

/**
 * Lists the errors of an endpoint: those that its kind always has, and those that
 * the operation names.
 */
export function errorsOf(operation: Operation): Record<string, OpenApiResponse> {
  // A form answers with a page, whatever goes wrong; its operation says so.
  if (operation.tag === 'Forms') return {}
  const isPublic = operation.access === 'public'
  const isWrite = operation.method !== 'get'
  const always: ErrorStatus[] = [
    // Also where nothing is sent: the host or the path may be malformed.
    400,
    ...(isPublic ? [] : ([401] as const)),
    ...(isWrite || operation.access === 'browser-session' ? ([403] as const) : []),
    ...(operation.body ? ([408] as const) : []),
    ...(operation.body ? ([413] as const) : []),
    ...(isWrite ? ([429] as const) : []),
    500,
    503,
  ]
  const statuses = [...always, ...Object.keys(operation.errors ?? {}).map(Number)]
  const ordered = [...new Set(statuses)].toSorted((a, b) => a - b) as ErrorStatus[]
  return Object.fromEntries(
    ordered
      .filter((status) => !(status in operation.answers))
      .map((status) => {
        const error = ERRORS[status]
        const description =
          operation.errors?.[status] ?? (status === 403 ? forbidden(operation) : undefined)
        return [
          status,
          description ? problemResponse({ ...error, description }) : { $ref: refTo(error.name) },
        ]
      }),
  )
}

function forbidden({ access }: Operation): string | undefined {
  if (access !== 'browser-session') return undefined
  return 'An API token was sent, or a page of another site made the browser send this request.'
}

function problemResponse({ description, headers }: ProblemText): OpenApiResponse {
  return {
    description,
    ...(headers && { headers: headersOf(headers) }),
    content: { 'application/problem+json': PROBLEM_MEDIA },
  }
}

/** Describes the headers of a response. */
export function headersOf(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' } },
    ]),
  )
}
