import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { documentQuery, revertDocumentBody } from '#core/documents/document-schema.ts'
import { getVersion } from '#core/documents/find-version.ts'
import { loadVersionWithHistory } from '#core/documents/load-version-with-history.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { acceptSuggestion } from '#core/suggestions/accept-suggestion.ts'
import { listSuggestions } from '#core/suggestions/list-suggestions.ts'
import { resolveSuggestion } from '#core/suggestions/resolve-suggestion.ts'
import { enforceUserLimit } from '../limits/enforce-limit.ts'
import { parseInput } from '../requests/parse-input.ts'
import { requireSession } from '../sessions/session.ts'
import { actionOf, type PageActionArgs } from './page-action.ts'
import type { PageLoaderArgs } from './page-loader.ts'
import { requirePageSession } from './page-session.ts'

const createdAt = revertDocumentBody.shape.timestamp
/** Characters of a document that its page shows: all of it is sent twice, as HTML and as data. */
const SHOWN_CHARACTERS = 400_000

const suggestionId = z.uuid().toLowerCase()

/**
 * Loads a version of a document (`?version=`, else the newest) with its open
 * suggestions and a list of versions (those made before `?versionsBefore=`, else
 * the newest).
 */
export async function loadDocumentPage({ request, params, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const id = documentIdOf(params)
  const query = new URL(request.url).searchParams
  const { version, isLatest, history } = await loadVersionWithHistory(em, {
    id,
    userId: user.id,
    createdAt: timeOf(query, 'version'),
    before: timeOf(query, 'versionsBefore'),
    // One more, which tells that there is more.
    maxCharacters: SHOWN_CHARACTERS + 1,
  })
  const { title, content, kind } = version
  const isCut = kind !== 'image' && (content?.length ?? 0) > SHOWN_CHARACTERS
  const suggestions = isLatest ? await listSuggestions(em, { documentId: id, userId: user.id }) : []
  return {
    id,
    title,
    kind,
    // An image is loaded as a file, not as text in the page.
    // Half a character at its end would be another one in the HTML than in the data.
    content: kind === 'image' ? '' : (content ?? '').slice(0, SHOWN_CHARACTERS).toWellFormed(),
    /** Whether there is more of the content than the page shows. */
    isCut,
    createdAt: version.createdAt,
    isLatest,
    history,
    suggestions: suggestions
      .filter(
        ({ isResolved, originalText }) => !isResolved && (isCut || content?.includes(originalText)),
      )
      .map(({ id, originalText, suggestedText, description }) => ({
        id,
        originalText,
        suggestedText,
        description,
      })),
  }
}

type Action = PageActionArgs & { id: string; userId: string }

/** The actions of a document's page, by the form's `intent`. */
const ACTIONS: Record<string, (action: Action) => Promise<void>> = {
  async restore({ em, id, userId, form }) {
    const at = parseInput(createdAt, form.version)
    const version = await getVersion(em, { id, userId, createdAt: at })
    // Saved as a new version, so that none of the later ones is lost.
    await saveVersion(em, { ...version, content: version.content ?? '' })
  },
  async accept({ em, userId, form }) {
    await acceptSuggestion(em, { id: parseInput(suggestionId, form.suggestion), userId })
  },
  async dismiss({ em, userId, form }) {
    await resolveSuggestion(em, { id: parseInput(suggestionId, form.suggestion), userId })
  },
}

/** Runs the action that a form of a document's page asks for. */
export async function runDocumentAction(args: PageActionArgs): Promise<Response> {
  const { em, request, context, params, form } = args
  const { user } = await requireSession(em, request, context)
  const id = documentIdOf(params)
  await enforceUserLimit(context, 'writes', user.id)
  await actionOf(ACTIONS, form.intent)({ ...args, id, userId: user.id })
  return redirect(`/documents/${id}`, 303)
}

/** A time of a page's query; undefined when it is not there. */
function timeOf(query: URLSearchParams, name: string): string | undefined {
  const parsed = createdAt.optional().safeParse(query.get(name) ?? undefined)
  if (!parsed.success) throw new AppError('not-found', 'The document has no version of this time.')
  return parsed.data
}

function documentIdOf(params: { documentId?: string | undefined }): string {
  const parsed = documentQuery.safeParse({ id: params.documentId })
  if (!parsed.success) throw new AppError('not-found', 'There is no document at this address.')
  return parsed.data.id
}
