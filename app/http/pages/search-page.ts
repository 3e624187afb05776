import { searchEverything } from '#core/search/search-everything.ts'
import { MAX_QUERY_LENGTH } from '#core/search/search-schema.ts'
import { toStorableText } from '#core/storable-text.ts'
import type { PageLoaderArgs } from './page-loader.ts'
import { requirePageSession } from './page-session.ts'

/** Results of each kind that the page shows. */
const RESULTS = 20

/** Loads what the page /search shows for `?q=`; a longer search is cut. */
export async function loadSearchPage({ request, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  const q = toStorableText(typed.slice(0, MAX_QUERY_LENGTH)).trim()
  const input = { userId: user.id, q, limit: RESULTS }
  return { q, results: q ? await searchEverything(em, input) : [] }
}
