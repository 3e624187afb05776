import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { AppError, type AppErrorCode } from '#core/app-error.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from './context.ts'
import {
  takeUserLimit,
  takeVisitorLimit,
  type UserLimit,
  type VisitorLimit,
  withSignInLimit,
} from './limits/take-limit.ts'
import { assertSameSite } from './requests/cross-site.ts'
import { readJson } from './requests/read-body.ts'
import { errorResponse, problem } from './responses/problem.ts'
import { type CurrentSession, requireSession, withRenewedCookie } from './sessions/session.ts'

type AnySchema = z.ZodType | undefined
type Parsed<S extends AnySchema> = S extends z.ZodType ? z.infer<S> : undefined

export type ApiArgs<Q extends AnySchema = undefined, B extends AnySchema = undefined> = {
  request: Request
  params: Record<string, string | undefined>
  context: RequestContext
  em: EntityManager
  session: CurrentSession
  query: Parsed<Q>
  body: Parsed<B>
}

type Endpoint<Q extends AnySchema, B extends AnySchema> = {
  /** The rate limit that a call counts towards, by user. */
  limit?: UserLimit
  /** Of the query string, read as an object of strings. */
  query?: Q
  /** Of the JSON body. Left out, the body is not read. */
  body?: B
  /** Bytes of JSON at most. */
  maxBytes?: number
  /** What a missing or malformed query is (contract §4: 404 on two endpoints). */
  queryFault?: Extract<AppErrorCode, 'invalid' | 'not-found'>
  handle(args: ApiArgs<Q, B>): Promise<Response> | Response
}

type PublicEndpoint<B extends AnySchema> = {
  public: true
  /** The rate limit that a call counts towards, by network; `sign-in` also by `email` of the body. */
  limit?: VisitorLimit
  body?: B
  maxBytes?: number
  handle(args: Omit<ApiArgs<undefined, B>, 'session' | 'query'>): Promise<Response> | Response
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own schemas; `endpoint()` keeps them.
type AnyEndpoint = Endpoint<any, any> | PublicEndpoint<any>
export type Endpoints = Partial<Record<Method, AnyEndpoint>>

const MAX_JSON_BYTES = 1024 * 1024

/** Types one endpoint of {@link apiRoute}: the handler gets what the schemas give. */
export function endpoint<Q extends AnySchema = undefined, B extends AnySchema = undefined>(
  definition: Endpoint<Q, B>,
): Endpoint<Q, B> {
  return definition
}

/** Like {@link endpoint}, for the few that need no session. */
export function publicEndpoint<B extends AnySchema = undefined>(
  definition: Omit<PublicEndpoint<B>, 'public'>,
): PublicEndpoint<B> {
  return { ...definition, public: true }
}

/**
 * Makes the loader and the action of a resource route out of one handler a
 * method. The order of checks is the one of interface-decisions, "Order of
 * checks": session, rate limit, form of the request, then the handler (record,
 * owner, work).
 *
 * Export them in two statements: Remix takes the server's exports out of the
 * browser's build, but not `export const { loader, action } = …`.
 *
 *     const { loader, action } = apiRoute({ GET: endpoint({ … }) })
 *     export { loader, action }
 */
export function apiRoute(endpoints: Endpoints) {
  const allow = Object.keys(endpoints)
    .concat(endpoints.GET ? ['HEAD'] : [])
    .join(', ')

  async function serve({ request, params, context }: LoaderFunctionArgs | ActionFunctionArgs) {
    try {
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const found = endpoints[method as Method]
      if (!found) {
        return problem(context.requestId, {
          status: 405,
          title: 'Method Not Allowed',
          detail: `Use ${allow} here.`,
          headers: { Allow: allow },
        })
      }
      return await run(found, request, params, context)
    } catch (error) {
      return errorResponse(error, context)
    }
  }

  return { loader: serve, action: serve }
}

async function run(
  found: AnyEndpoint,
  request: Request,
  params: ApiArgs['params'],
  context: RequestContext,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    // What needs no session gives one: see `always`.
    assertSameSite(request, context, { always: 'public' in found })
  }
  const em = context.services.orm.em.fork()
  if ('public' in found) {
    if (found.limit) await takeVisitorLimit(context, found.limit)
    const body = await parseBody(found, request)
    const attempt = () => found.handle({ request, params, context, em, body })
    if (found.limit !== 'sign-in') return attempt()
    return withSignInLimit(context, (body as { email?: unknown }).email, attempt)
  }
  const session = await requireSession(em, request, context)
  if (found.limit) await takeUserLimit(context, found.limit, session.user.id)
  const query = found.query && parseQuery(found.query, request, found.queryFault)
  const body = await parseBody(found, request)
  const response = await found.handle({ request, params, context, em, session, query, body })
  return withRenewedCookie(response, session, context)
}

function parseQuery(
  schema: z.ZodType,
  request: Request,
  fault: 'invalid' | 'not-found' = 'invalid',
): unknown {
  const start = request.url.indexOf('?')
  const query = start < 0 ? {} : Object.fromEntries(new URLSearchParams(request.url.slice(start)))
  return parse(schema, query, fault, 'query parameter')
}

async function parseBody(
  { body, maxBytes = MAX_JSON_BYTES }: AnyEndpoint,
  request: Request,
): Promise<unknown> {
  return body && parse(body, await readJson(request, maxBytes), 'invalid', 'field')
}

/**
 * Parses input with a schema.
 *
 * @throws {AppError} `fault`, with one entry in `errors` per field
 */
export function parse<S extends z.ZodType>(
  schema: S,
  input: unknown,
  fault: 'invalid' | 'not-found' = 'invalid',
  what = 'field',
): z.infer<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors = result.error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }))
  const named = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  throw new AppError(fault, `Missing or invalid ${what}: ${named.slice(0, 3).join('; ')}`, {
    errors,
  })
}
