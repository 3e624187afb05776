import { getVersion } from '#core/documents/find-version.ts'
import { type VersionKey, versionsAsJson } from '#core/documents/version-json.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { PROBLEM_HEADERS, type Problem, problem, problemBody } from './problem.ts'
import { textStream } from './text-stream.ts'
import { LARGE_VERSION_BYTES } from './version-response.ts'

const CONFLICT = {
  status: 409,
  title: 'Conflict',
  detail:
    'The document was changed in the same places since the version that you edited. Nothing was saved. Merge your edit with `current`, and save it with its `createdAt` as `baseCreatedAt`.',
} satisfies Problem

/** Refuses an edit: a problem with the newest version as `current`. */
export async function conflictResponse(
  em: EntityManager,
  context: RequestContext,
  { userId, ...key }: VersionKey & { userId: string },
): Promise<Response> {
  const { requestId } = context
  if (key.size <= LARGE_VERSION_BYTES) {
    const current = await getVersion(em, { userId, ...key })
    return problem(requestId, { ...CONFLICT, current })
  }
  async function* pieces() {
    yield `${problemBody(requestId, CONFLICT).slice(0, -1)},"current":`
    yield* versionsAsJson(em, userId, [key])
    yield '}'
  }
  return new Response(textStream(pieces(), context), {
    status: CONFLICT.status,
    headers: { ...PROBLEM_HEADERS, 'Cache-Control': 'no-store, no-transform' },
  })
}
