import { z } from 'zod'
import { isAppError } from '#core/app-error.ts'
import { findChat } from '#core/chat/find-chat.ts'
import { findVersion } from '#core/documents/find-version.ts'
import { listDeletedDocuments } from '#core/library/deleted-documents.ts'
import { documentsQuery } from '#core/library/library-schema.ts'
import { listLibrary } from '#core/library/list-library.ts'
import { toStorableText } from '#core/storable-text.ts'
import type { EntityManager } from '#db/orm.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { requirePageSession } from '../page-session.ts'

const MAX_SEARCH_LENGTH = 200

const uuid = z.uuid().toLowerCase().optional().catch(undefined)

/** What the address of the library asks for; what is malformed is left out. */
const libraryParameters = z.object({
  q: z
    .string()
    .transform((q) => toStorableText(q.slice(0, MAX_SEARCH_LENGTH)).trim())
    .catch(''),
  kind: documentsQuery.shape.kind.catch(undefined),
  chat: uuid,
  before: uuid,
  deleted: uuid,
  restored: uuid,
  copied: uuid,
  moved: z.literal('1').optional().catch(undefined),
  removed: z.literal('1').optional().catch(undefined),
  uploaded: z.coerce.number().int().min(1).max(1_000).optional().catch(undefined),
})

type LibraryParameters = z.infer<typeof libraryParameters>

/** Loads the library: a page of the user's documents, those that were deleted lately, and a notice of what was just done. */
export async function loadLibrary({ request, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const given = Object.fromEntries(new URL(request.url).searchParams)
  const parameters = libraryParameters.parse(given)
  const { q, kind, chat: chatId, before } = parameters
  const deleted = await listDeletedDocuments(em, user.id)
  const chat = chatId ? await findChat(em, { chatId, userId: user.id }) : null
  const page = await listFromCursor(em, { userId: user.id, q, kind, chatId, before })
  return {
    ...page,
    query: { q, kind, chat: chatId, before: page.isOlder ? before : undefined },
    chatTitle: chat?.title ?? null,
    deleted,
    notice: await findNotice(em, user.id, parameters, deleted),
  }
}

async function listFromCursor(em: EntityManager, input: Parameters<typeof listLibrary>[1]) {
  const isOlder = input.before !== undefined
  try {
    return { ...(await listLibrary(em, input)), isOlder }
  } catch (error) {
    // The document that the link named has been deleted meanwhile: start at the newest.
    if (!isOlder || !isAppError(error) || error.code !== 'not-found') throw error
    return { ...(await listLibrary(em, { ...input, before: undefined })), isOlder: false }
  }
}

/** What was just done, and to which document. */
type Notice =
  | { type: 'deleted'; keptId: string; title: string }
  | { type: 'restored'; id: string; title: string; isMoved: boolean }
  | { type: 'copied'; id: string; title: string }
  | { type: 'removed' }
  | { type: 'uploaded'; count: number }

async function findNotice(
  em: EntityManager,
  userId: string,
  { deleted, restored, copied, moved, removed, uploaded }: LibraryParameters,
  trash: { id: string; title: string }[],
): Promise<Notice | null> {
  if (removed) return { type: 'removed' }
  if (uploaded) return { type: 'uploaded', count: uploaded }
  if (deleted) {
    const kept = trash.find(({ id }) => id === deleted)
    return kept ? { type: 'deleted', keptId: kept.id, title: kept.title } : null
  }
  const id = restored ?? copied
  const version = id && (await findVersion(em, { id, userId, maxCharacters: 0 }))
  if (!version) return null
  const named = { id: version.id, title: version.title }
  return restored
    ? { type: 'restored', ...named, isMoved: moved !== undefined }
    : { type: 'copied', ...named }
}
