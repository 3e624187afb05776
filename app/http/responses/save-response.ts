import { isAppError } from '#core/app-error.ts'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import type { VersionKey } from '#core/documents/version-json.ts'
import { getVersionKey } from '#core/documents/version-key.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { conflictResponse } from './conflict-response.ts'
import { jsonResponse } from './json-response.ts'
import { LARGE_VERSION_BYTES, versionResponse } from './version-response.ts'

type Outcome =
  | { version: DocumentVersion }
  | { status: 'unchanged' | 'conflict'; current: VersionKey }

/** Answers to a save: with the newest version of the document, or with the conflict. */
export async function saveResponse(
  em: EntityManager,
  context: RequestContext,
  userId: string,
  outcome: Outcome,
): Promise<Response> {
  if ('version' in outcome) {
    const { version } = outcome
    const size = Buffer.byteLength(version.content ?? '')
    if (size <= LARGE_VERSION_BYTES) return jsonResponse(version)
    return versionResponse(em, context, { ...version, size })
  }
  const answer = outcome.status === 'conflict' ? conflictResponse : versionResponse
  const respond = (current: VersionKey) => answer(em, context, { userId, ...current })
  return respond(outcome.current).catch(async (error: unknown) => {
    if (!isAppError(error) || error.code !== 'not-found') throw error
    // It was replaced at this moment, by a version that has what it had.
    return respond(await getVersionKey(em, { id: outcome.current.id, userId }))
  })
}
