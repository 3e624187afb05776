import { type ActionFunctionArgs, data } from '@remix-run/node'
import { AppError } from '#core/app-error.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { enforceVisitorLimit, type VisitorLimit, withSignInLimit } from '../limits/enforce-limit.ts'
import { bufferForm } from '../requests/buffer-form.ts'
import { assertSameSite } from '../requests/cross-site.ts'
import { withBody } from '../requests/with-body.ts'
import { errorResponse, type Problem } from '../responses/problem.ts'
import { getPageSession } from './page-session.ts'
import { passRetryAfter } from './pass-retry-after.ts'

/** What a form that was refused is shown with again; see components/form. */
type FormFailure = {
  /** Says what to do, for the whole form. */
  message: string
  /** By field name. */
  errors: Record<string, string>
  /** What was typed, without passwords and tokens, so that it need not be typed again. */
  values: Record<string, string>
}

export type PageActionArgs = {
  /** The request with its body still to be read. */
  request: Request
  params: ActionFunctionArgs['params']
  context: RequestContext
  em: EntityManager
  /** The form's text fields; files are left out. */
  form: Record<string, string>
}

type PageActionOptions = {
  /** Bytes of the form at most. */
  maxBytes?: number
  /** Says that it is larger, where there is more to say than that. */
  tooLarge?: string
  /** The rate limit that the form counts towards, by network; `sign-in` also by its `email`. */
  limit?: VisitorLimit
}

const MAX_FORM_BYTES = 64 * 1024

/**
 * Runs the action of a page's form: refuses the forms of other sites, reads the
 * form, and turns an error into the page again, with its status and a
 * {@link FormFailure}. A thrown response (a redirect) passes.
 *
 * A page whose visitors are signed in calls `enforceUserLimit` in `handle`.
 */
export async function pageAction<T>(
  { request, params, context }: ActionFunctionArgs,
  handle: (args: PageActionArgs) => Promise<T>,
  { maxBytes = MAX_FORM_BYTES, tooLarge, limit }: PageActionOptions = {},
) {
  let form: Record<string, string> = {}
  try {
    assertSameSite(request, context, { evenWithoutCookie: true })
    if (limit) await enforceVisitorLimit(context, limit)
    // Who signs in has no session yet, or one that is about to end.
    const session = limit ? null : await getPageSession(context, request)
    return await withBody(context, session?.user ?? null, async (hold) => {
      const read = await bufferForm(request, { maxBytes, hold, tooLarge })
      form = await readForm(read)
      const em = context.services.orm.em.fork()
      const attempt = () => handle({ request: read, params, context, em, form })
      return limit === 'sign-in' ? withSignInLimit(context, form.email, attempt) : attempt()
    })
  } catch (error) {
    if (error instanceof Response) throw error
    return toFormFailure(error, form, context)
  }
}

async function readForm(request: Request): Promise<Record<string, string>> {
  try {
    const fields: Record<string, string> = {}
    for (const [name, value] of await request.clone().formData()) {
      if (typeof value === 'string') fields[name] = value
    }
    return fields
  } catch (cause) {
    throw unreadableForm(cause)
  }
}

async function toFormFailure(
  error: unknown,
  form: Record<string, string>,
  context: RequestContext,
) {
  const response = errorResponse(error, context)
  const { detail, errors = [] } = (await response.json()) as Problem
  const byField: Record<string, string> = {}
  for (const { path, message } of errors) byField[path] ??= message
  const values = Object.fromEntries(
    Object.entries(form).filter(([name]) => !/password|token/i.test(name)),
  )
  const result: FormFailure = { message: detail, errors: byField, values }
  passRetryAfter(response, context)
  return data(result, { status: response.status, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * Finds the action of a page that a form asks for by its `intent`.
 *
 * @throws {AppError} invalid
 */
export function actionOf<T>(actions: Record<string, T>, intent = ''): T {
  const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined
  if (!action) throw unreadableForm()
  return action
}

function unreadableForm(cause?: unknown): AppError {
  return new AppError('invalid', 'The form could not be read. Reload the page and try again.', {
    cause,
  })
}
