import { getVersion } from '#core/documents/find-version.ts'
import type { VersionKey } from '#core/documents/version-json.ts'
import { versionsAsJson } from '#core/documents/version-json.ts'
import type { EntityManager } from '#db/orm.ts'
import type { StreamContext } from './byte-stream.ts'
import { jsonResponse } from './json-response.ts'
import { jsonStream } from './json-stream.ts'

/**
 * A larger content is answered piece by piece: its JSON in one go would hold up
 * everybody else. The pieces are read from the database, so that a client who does
 * not read the answer keeps nothing of it in memory.
 */
export const LARGE_VERSION_BYTES = 1024 * 1024

/** Answers with a version of a user's document, which is read from the database. */
export async function versionResponse(
  em: EntityManager,
  context: StreamContext,
  { userId, ...key }: VersionKey & { userId: string },
): Promise<Response> {
  if (key.size > LARGE_VERSION_BYTES) return jsonStream(versionsAsJson(em, userId, [key]), context)
  return jsonResponse(await getVersion(em, { userId, ...key }))
}
