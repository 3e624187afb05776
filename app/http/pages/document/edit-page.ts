import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { isAppError } from '#core/app-error.ts'
import { saveDocumentBody } from '#core/documents/document-schema.ts'
import { type EditConflicts, findConflicts } from '#core/documents/find-conflicts.ts'
import { findVersion, getVersion } from '#core/documents/find-version.ts'
import { withLineEndsOf } from '#core/documents/line-ends.ts'
import { resolveConflicts } from '#core/documents/merge/resolve-conflicts.ts'
import { saveEdit } from '#core/documents/save-edit.ts'
import { enforceUserLimit } from '../../limits/enforce-limit.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { requireSession } from '../../sessions/session.ts'
import { actionOf, type PageActionArgs } from '../page-action.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { getPageSession, requirePageSession } from '../page-session.ts'
import { redirectTarget } from '../redirect-target.ts'
import { documentIdOf } from './document-id.ts'

/** Characters of a document that the form takes: all of it is in the page twice. */
const EDITED_CHARACTERS = 400_000

const BYTE_ORDER_MARK = '\uFEFF'

/** Requests whose form was refused because the session had ended: the page shows what was typed. */
const signedOut = new WeakSet<PageLoaderArgs['context']>()

/**
 * Loads the plain form in which a document is edited: its newest version.
 *
 * @returns `document` null after a form that came when the session had ended
 */
export async function loadEditPage({ request, params, context, em }: PageLoaderArgs) {
  const id = documentIdOf(params)
  const back = redirectTarget(new URL(request.url).searchParams.get('redirectTo'), '')
  if (signedOut.has(context) && !(await getPageSession(context, request))) {
    return { id, back, document: null }
  }
  const { user } = await requirePageSession(context, request)
  const version = await getVersion(em, {
    ...{ id, userId: user.id },
    // One more, which tells that there is more.
    maxCharacters: EDITED_CHARACTERS + 1,
  })
  const { title, kind, createdAt } = version
  const content = version.content ?? ''
  const isTooLong = kind !== 'image' && content.length > EDITED_CHARACTERS
  return {
    id,
    back,
    document: {
      ...{ title, kind, createdAt, isTooLong },
      // A text field has `\n` at the end of its lines; the browser would make it so.
      content: kind === 'image' || isTooLong ? '' : content.replace(/\r\n?/g, '\n'),
    },
  }
}

const editForm = saveDocumentBody
  .pick({ title: true, content: true })
  .extend({ baseCreatedAt: saveDocumentBody.shape.baseCreatedAt.unwrap() })
const resolveForm = editForm.extend({
  current: editForm.shape.baseCreatedAt,
  titleChoice: z.enum(['mine', 'theirs']).optional(),
})
const choice = z.enum(['mine', 'theirs', 'both']).optional().catch(undefined)

type EditForm = z.infer<typeof editForm> & { id: string; userId: string }
type EditAction = (args: PageActionArgs & { id: string; userId: string }) => Promise<EditForm>

/** What a form asks to save, by its `intent`. */
const ACTIONS: Record<string, EditAction> = {
  async edit({ em, id, userId, form }) {
    const edit = parseInput(editForm, form)
    return { id, userId, ...edit, content: await restored(em, { id, userId, ...edit }) }
  },
  /** The choices in a conflict, applied to the version that was shown with them. */
  async resolve({ em, id, userId, form }) {
    const { current: currentCreatedAt, titleChoice, ...sent } = parseInput(resolveForm, form)
    const edit = { id, userId, ...sent }
    const content = await restored(em, edit)
    const found = await findConflicts(em, { ...edit, content, currentCreatedAt })
    // That version is gone meanwhile: there are other conflicts now.
    if (found.current.createdAt !== currentCreatedAt) return { ...edit, content }
    const choices = found.merged.conflicts.map((_, place) => choice.parse(form[`place-${place}`]))
    const title = titleChoice === 'theirs' ? found.current.title : edit.title
    return {
      ...{ id, userId, baseCreatedAt: currentCreatedAt },
      title: found.title ?? title,
      content: resolveConflicts(found.merged, choices),
    }
  },
}

/**
 * Saves what a form has. The browser then goes to `redirectTo`, else to the
 * document. Where something else was saved in the same places meanwhile, the page
 * shows both to choose from, with the status 409.
 */
export async function runEditAction(args: PageActionArgs) {
  const { em, request, context, params, form } = args
  const { user } = await requireSession(em, request, context).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'unauthenticated') signedOut.add(context)
    throw error
  })
  const id = documentIdOf(params)
  await enforceUserLimit(context, 'writes', user.id)
  const edit = await actionOf(ACTIONS, form.intent)({ ...args, id, userId: user.id })
  const { kind } = await getVersion(em, { id, userId: user.id, maxCharacters: 0 })
  const { status } = await saveEdit(em, { ...edit, kind })
  if (status === 'conflict') {
    const conflict = shown(edit, await findConflicts(em, edit))
    return data({ conflict }, { status: 409, headers: { 'Cache-Control': 'no-store' } })
  }
  return redirect(redirectTarget(form.redirectTo, `/documents/${id}`), 303)
}

/**
 * What a form has sent, with the line ends of the version that was edited, and with its
 * byte order mark, which the reading of a form drops.
 */
async function restored(em: PageActionArgs['em'], edit: EditForm): Promise<string> {
  const { id, userId, baseCreatedAt, content } = edit
  const base =
    (await findVersion(em, { id, userId, createdAt: baseCreatedAt })) ??
    (await getVersion(em, { id, userId }))
  const original = base.content ?? ''
  const mark = original.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : ''
  return mark + withLineEndsOf(original.slice(mark.length), content.replace(/^\uFEFF/, ''))
}

/** A conflict as the page shows it, and what its form sends back. */
function shown(
  { title, content, baseCreatedAt }: EditForm,
  { current, title: both, merged }: EditConflicts,
) {
  return {
    mine: { title, content, baseCreatedAt },
    current: current.createdAt,
    title: both === null ? { ours: title, theirs: current.title } : null,
    places: merged.conflicts.map(({ ours, theirs }) => ({ ours, theirs })),
  }
}
