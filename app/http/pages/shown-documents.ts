import type { NewestMessages } from '#core/chat/newest-messages.ts'
import { type DocumentPreview, listPreviews, MAX_PREVIEWS } from '#core/documents/list-previews.ts'
import type { EntityManager } from '#db/orm.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type ShownChat = Pick<NewestMessages, 'messages'> & { id: string; isOwner: boolean }

/** Loads how the documents begin that the messages of a page name, by their ids; null for one that is not there. */
export async function loadShownDocuments(
  em: EntityManager,
  { id, isOwner, messages }: ShownChat,
  visitorId: string | null,
): Promise<Record<string, Omit<DocumentPreview, 'id'> | null>> {
  const ids = new Set<string>()
  for (const { parts } of messages) {
    for (const { type, output } of parts) {
      const documentId = type.startsWith('tool-') ? documentIdIn(output) : undefined
      if (documentId) ids.add(documentId)
    }
  }
  const reader =
    isOwner && visitorId !== null ? { userId: visitorId } : { userId: null, chatId: id }
  const asked = [...ids].slice(-MAX_PREVIEWS)
  const previews = await listPreviews(em, { ids: asked, ...reader })
  const found = new Map(previews.map(({ id: documentId, ...preview }) => [documentId, preview]))
  return Object.fromEntries(asked.map((documentId) => [documentId, found.get(documentId) ?? null]))
}

function documentIdIn(output: unknown): string | undefined {
  const id = typeof output === 'object' && output !== null && 'id' in output ? output.id : undefined
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined
}
