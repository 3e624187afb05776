import { data, redirect } from '@remix-run/node'
import { enforceUserLimit } from '../../limits/enforce-limit.ts'
import { requireSession } from '../../sessions/session.ts'
import { actionOf, type PageActionArgs } from '../page-action.ts'
import { redirectTarget } from '../redirect-target.ts'
import { documentIdOf } from './document-id.ts'
import { libraryActions } from './library-actions.ts'
import { suggestionActions } from './suggestion-actions.ts'
import { versionActions } from './version-actions.ts'

const ACTIONS = { ...versionActions, ...suggestionActions, ...libraryActions }

/**
 * Runs the action that a form of a document's page asks for. The browser then
 * goes to the form's `redirectTo`, else to the document; a script that stays
 * on its page says so with the field `stay`.
 */
export async function runDocumentAction(args: PageActionArgs) {
  const { em, request, context, params, form } = args
  const { user } = await requireSession(em, request, context)
  const id = documentIdOf(params)
  await enforceUserLimit(context, 'writes', user.id)
  const answer = await actionOf(ACTIONS, form.intent)({ ...args, id, userId: user.id })
  if (answer) return answer
  if (form.stay) return data({ done: true })
  return redirect(form.redirectTo ? redirectTarget(form.redirectTo) : `/documents/${id}`, 303)
}
