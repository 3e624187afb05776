import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import type { AppErrorCode } from '#core/app-error.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from './context.ts'
import {
  enforceUserLimit,
  enforceVisitorLimit,
  type UserLimit,
  type VisitorLimit,
  withSignInLimit,
} from './limits/enforce-limit.ts'
import { enforceTurnLimits } from './limits/enforce-turn-limits.ts'
import type { BodyHold } from './requests/body-budget.ts'
import { assertSameSite } from './requests/cross-site.ts'
import { parseInput } from './requests/parse-input.ts'
import { type ReadOptions, readJson } from './requests/read-body.ts'
import { withBody } from './requests/with-body.ts'
import { errorResponse, problem } from './responses/problem.ts'
import { type CurrentSession, requireSession, withRenewedCookie } from './sessions/session.ts'

type AnySchema = z.ZodType | undefined
type Parsed<S extends AnySchema> = S extends z.ZodType ? z.infer<S> : undefined
type PathParams = Record<string, string | undefined>

/** What the handler of an endpoint that needs a session receives. */
type EndpointArgs<P extends AnySchema, Q extends AnySchema, B extends AnySchema> = {
  request: Request
  context: RequestContext
  em: EntityManager
  session: CurrentSession
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  /** Counts the bytes of a body that the handler reads itself. */
  hold: BodyHold
}

/** What the handler of an endpoint without a session receives. */
type PublicEndpointArgs<B extends AnySchema> = {
  request: Request
  context: RequestContext
  em: EntityManager
  params: PathParams
  body: Parsed<B>
}

type Endpoint<P extends AnySchema, Q extends AnySchema, B extends AnySchema> = {
  /** The rate limit that a call counts towards, by user. */
  limit?: UserLimit
  /** Schema of the path parameters. */
  params?: P
  /** Schema of the query string, which is read as an object of strings. */
  query?: Q
  /** Schema of the JSON body. Without it the body is not read. */
  body?: B
  /** Bytes of JSON at most. */
  maxBytes?: number
  /** The error of a missing or malformed query, where it is not `invalid`. */
  queryErrorCode?: Extract<AppErrorCode, 'not-found'>
  handle(args: EndpointArgs<P, Q, B>): Promise<Response> | Response
}

type PublicEndpoint<B extends AnySchema> = {
  public: true
  /** The rate limit that a call counts towards, by network; `sign-in` also by `email` of the body. */
  limit?: VisitorLimit
  body?: B
  handle(args: PublicEndpointArgs<B>): Promise<Response> | Response
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own schemas; `endpoint()` keeps them.
type AnyEndpoint = Endpoint<any, any, any>
// biome-ignore lint/suspicious/noExplicitAny: as above.
type AnyPublicEndpoint = PublicEndpoint<any>
type Endpoints = Partial<Record<Method, AnyEndpoint | AnyPublicEndpoint>>

/** What a loader or action of Remix receives. */
type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs

const MAX_JSON_BYTES = 1024 * 1024
/** Without a session: an email and a password. */
const MAX_PUBLIC_JSON_BYTES = 16 * 1024

/** Types one endpoint of {@link apiRoute}: the handler receives what the schemas give. */
export function endpoint<
  P extends AnySchema = undefined,
  Q extends AnySchema = undefined,
  B extends AnySchema = undefined,
>(definition: Endpoint<P, Q, B>): Endpoint<P, Q, B> {
  return definition
}

/** Like {@link endpoint}, for an endpoint that needs no session. */
export function publicEndpoint<B extends AnySchema = undefined>(
  definition: Omit<PublicEndpoint<B>, 'public'>,
): PublicEndpoint<B> {
  return { ...definition, public: true }
}

/**
 * Makes the loader and the action of a resource route out of one handler for
 * each method. Every endpoint is checked in the same order: session, rate
 * limit, form of the request, then the handler (docs/interface.md, "Order of
 * checks").
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

  async function serve(args: RouteArgs) {
    try {
      const { method } = args.request
      const found = endpoints[(method === 'HEAD' ? 'GET' : method) as Method]
      if (!found) return methodNotAllowed(args.context, allow)
      return await ('public' in found ? runPublic(found, args) : runWithSession(found, args))
    } catch (error) {
      return errorResponse(error, args.context)
    }
  }

  return { loader: serve, action: serve }
}

async function runPublic(
  endpoint: AnyPublicEndpoint,
  { request, params, context }: RouteArgs,
): Promise<Response> {
  // A public write signs its caller in, so it is refused without the cookie too.
  if (isWrite(request)) assertSameSite(request, context, { evenWithoutCookie: true })
  const em = context.services.orm.em.fork()
  if (endpoint.limit) await enforceVisitorLimit(context, endpoint.limit)
  return withBody(context, null, async (hold) => {
    const body = await parseBody(endpoint.body, request, context, {
      maxBytes: MAX_PUBLIC_JSON_BYTES,
      hold,
    })
    const handle = () => endpoint.handle({ request, params, context, em, body })
    if (endpoint.limit !== 'sign-in') return handle()
    return withSignInLimit(context, (body as { email?: unknown }).email, handle)
  })
}

async function runWithSession(
  endpoint: AnyEndpoint,
  { request, params: rawParams, context }: RouteArgs,
): Promise<Response> {
  if (isWrite(request)) assertSameSite(request, context)
  const em = context.services.orm.em.fork()
  const session = await requireSession(em, request, context)
  if (endpoint.limit === 'chat') await enforceTurnLimits(context, session)
  else if (endpoint.limit) await enforceUserLimit(context, endpoint.limit, session.user.id)
  const query =
    endpoint.query &&
    parseInput(endpoint.query, queryOf(request), 'query parameter', endpoint.queryErrorCode)
  const params = endpoint.params && parseInput(endpoint.params, rawParams, 'path parameter')
  const response = await withBody(context, session.user, async (hold) => {
    const { maxBytes = MAX_JSON_BYTES } = endpoint
    const body = await parseBody(endpoint.body, request, context, { maxBytes, hold })
    const args = { request, context, em, session, params, query, body, hold }
    return endpoint.handle(args)
  })
  return withRenewedCookie(response, session, context)
}

function methodNotAllowed({ requestId }: RequestContext, allow: string): Response {
  return problem(requestId, {
    status: 405,
    title: 'Method Not Allowed',
    detail: `Use ${allow} here.`,
    headers: { Allow: allow },
  })
}

function isWrite({ method }: Request): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function queryOf({ url }: Request): Record<string, string> {
  const start = url.indexOf('?')
  return start < 0 ? {} : Object.fromEntries(new URLSearchParams(url.slice(start)))
}

async function parseBody(
  schema: AnySchema,
  request: Request,
  context: RequestContext,
  options: ReadOptions,
): Promise<unknown> {
  return schema && parseInput(schema, await readJson(request, context, options))
}
