import { data, redirect } from '@remix-run/node'
import { uploadDocuments } from '#core/library/upload-documents.ts'
import { enforceUserLimit } from '../../limits/enforce-limit.ts'
import { readFiles } from '../../requests/read-files.ts'
import { requireSession } from '../../sessions/session.ts'
import { actionOf, type PageActionArgs } from '../page-action.ts'

/** What the library does by itself; the other forms on it are those of its documents. */
const ACTIONS = { upload }

/** Runs the action that a form of the library asks for. */
export async function runLibraryAction(args: PageActionArgs) {
  return actionOf(ACTIONS, args.form.intent)(args)
}

async function upload({ em, request, context }: PageActionArgs) {
  const { user } = await requireSession(em, request, context)
  await enforceUserLimit(context, 'writes', user.id)
  const files = await readFiles(request)
  const { documents, refused } = await uploadDocuments(em, { userId: user.id, files })
  if (refused.length === 0) return redirect(`/documents?uploaded=${documents.length}`, 303)
  return data({ uploaded: documents.length, refused }, { status: 400 })
}
