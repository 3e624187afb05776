import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { documentQuery, revertDocumentBody } from '#core/documents/document-schema.ts'
import { loadVersion } from '#core/documents/load-version.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptSuggestion } from '#core/suggestions/accept-suggestion.ts'
import { listSuggestions } from '#core/suggestions/list-suggestions.ts'
import { resolveSuggestion } from '#core/suggestions/resolve-suggestion.ts'
import { parse } from '../api-route.ts'
import { takeUserLimit } from '../limits/take-limit.ts'
import { requireSession } from '../sessions/session.ts'
import type { PageActionArgs } from './page-action.ts'
import { requirePageSession } from './page-session.ts'

const createdAt = revertDocumentBody.shape.timestamp
const suggestionId = z.uuid().toLowerCase()

/** Loads a version of a document (`?version=`, else the newest) with what is suggested for it. */
export async function loadDocumentPage({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requirePageSession(context, request)
  const id = documentIdOf(params)
  const wanted = new URL(request.url).searchParams.get('version') ?? undefined
  const at = createdAt.optional().safeParse(wanted)
  if (!at.success) throw new AppError('not-found', 'The document has no version of this time.')
  const em = context.services.orm.em.fork()
  const { version, history } = await loadVersion(em, { id, userId: user.id, createdAt: at.data })
  const { title, content, kind } = version
  const isLatest = version.createdAt === history[0]
  const suggestions = isLatest ? await listSuggestions(em, { documentId: id, userId: user.id }) : []
  return {
    id,
    title,
    kind,
    // An image is loaded as a file, not as text in the page.
    content: kind === 'image' ? '' : (content ?? ''),
    createdAt: version.createdAt,
    isLatest,
    history,
    suggestions: suggestions
      .filter(({ isResolved, originalText }) => !isResolved && content?.includes(originalText))
      .map(({ id, originalText, suggestedText, description }) => ({
        id,
        originalText,
        suggestedText,
        description,
      })),
  }
}

/** Runs what a form of a document's page asks for: `restore`, `accept` or `dismiss`. */
export async function runDocumentAction(args: PageActionArgs): Promise<Response> {
  const { em, request, context, params, form } = args
  const { user } = await requireSession(em, request, context)
  const id = documentIdOf(params)
  const userId = user.id
  await takeUserLimit(context, 'writes', userId)
  if (form.intent === 'restore') {
    const at = parse(createdAt, form.version)
    const { version } = await loadVersion(em, { id, userId, createdAt: at })
    // Appended, so that nothing that came after it is lost.
    await saveVersion(em, { ...version, content: version.content ?? '' })
  } else if (form.intent === 'accept') {
    await acceptSuggestion(em, { id: parse(suggestionId, form.suggestion), userId })
  } else if (form.intent === 'dismiss') {
    await resolveSuggestion(em, { id: parse(suggestionId, form.suggestion), userId })
  } else {
    throw new AppError('invalid', 'The form could not be read. Reload the page and try again.')
  }
  return redirect(`/documents/${id}`, 303)
}

function documentIdOf(params: { documentId?: string | undefined }): string {
  const parsed = documentQuery.safeParse({ id: params.documentId })
  if (!parsed.success) throw new AppError('not-found', 'There is no document at this address.')
  return parsed.data.id
}
