import { compareVersions } from '#core/documents/compare-versions.ts'
import { diffTitles } from '#core/documents/diff/diff-titles.ts'
import { findComparedVersions } from '#core/documents/find-compared-versions.ts'
import { listVersionHistory } from '#core/documents/version-history.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { requirePageSession } from '../page-session.ts'
import { documentIdOf } from './document-id.ts'
import { versionTimeOf } from './version-time.ts'

/** Versions that the page offers to compare; others are reached through the list of versions. */
const OFFERED_VERSIONS = 200

/**
 * Loads the comparison of two versions of a document: of `?from=`, else the one
 * before, with `?to=`, else the newest.
 */
export async function loadDiffPage({ request, params, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const id = documentIdOf(params)
  const query = new URL(request.url).searchParams
  const key = { id, userId: user.id }
  const { from, to } = await findComparedVersions(em, {
    ...key,
    from: versionTimeOf(query, 'from'),
    to: versionTimeOf(query, 'to'),
  })
  const { versions } = await listVersionHistory(em, { ...key, limit: OFFERED_VERSIONS })
  const listed = new Set(versions.map(({ createdAt }) => createdAt))
  const unlisted = [from, to].flatMap((version) =>
    version && !listed.has(version.createdAt) ? version : [],
  )
  return {
    id,
    from,
    to,
    /** Newest first. */
    versions: [...versions, ...unlisted]
      .map(({ createdAt, number, origin }) => ({ createdAt, number, origin }))
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)),
    title: from ? diffTitles(from.title, to.title) : [],
    comparison: from ? await compareVersions(em, { ...key, from, to }) : null,
  }
}
