import type { DocumentKind } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { listPreviews } from '../documents/list-previews.ts'
import type { DocumentSummary } from './library-schema.ts'
import { listDocuments } from './list-documents.ts'

/** A document as the library shows it. */
export type LibraryDocument = DocumentSummary & {
  /** The beginning of the content; empty for an image. */
  preview: string
  /** Of the chat that it was written in. */
  chatTitle: string | null
}

type Input = {
  userId: string
  kind?: DocumentKind | undefined
  chatId?: string | undefined
  /** Words to look for; empty: all documents. */
  q: string
  before?: string | undefined
}

/** Documents of one page of the library. */
const PAGE_SIZE = 24

/**
 * Lists a page of the user's documents, as `listDocuments` does, with how each
 * begins and the title of its chat.
 *
 * @throws {AppError} not-found; unavailable
 */
export async function listLibrary(
  em: EntityManager,
  { before, ...input }: Input,
): Promise<{ documents: LibraryDocument[]; hasMore: boolean }> {
  const { userId } = input
  const page = await listDocuments(em, { ...input, limit: PAGE_SIZE, ending_before: before })
  const chatIds = page.documents.flatMap(({ chatId }) => chatId ?? [])
  const [previews, chats] = await Promise.all([
    listPreviews(em, { ids: page.documents.map(({ id }) => id), userId }),
    listChatTitles(em, { chatIds, userId }),
  ])
  const previewOf = new Map(previews.map(({ id, preview }) => [id, preview]))
  const titleOf = new Map(chats.map(({ id, title }) => [id, title]))
  return {
    documents: page.documents.map((document) => ({
      ...document,
      preview: previewOf.get(document.id) ?? '',
      chatTitle: (document.chatId && titleOf.get(document.chatId)) ?? null,
    })),
    hasMore: page.hasMore,
  }
}

async function listChatTitles(
  em: EntityManager,
  { chatIds, userId }: { chatIds: string[]; userId: string },
): Promise<{ id: string; title: string }[]> {
  if (chatIds.length === 0) return []
  return kysely(em)
    .selectFrom('Chat')
    .select(['id', 'title'])
    .where('id', 'in', [...new Set(chatIds)])
    .where('userId', '=', userId)
    .execute()
}
