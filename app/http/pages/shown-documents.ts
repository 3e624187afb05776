import type { NewestMessages } from '#core/chat/newest-messages.ts'
import { type DocumentPreview, listPreviews } from '#core/documents/list-previews.ts'
import type { EntityManager } from '#db/orm.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type ShownChat = Pick<NewestMessages, 'messages'> & { id: string; isOwner: boolean }

/** Loads how the documents begin that the messages of a page name, by their ids. */
export async function loadShownDocuments(
  em: EntityManager,
  { id, isOwner, messages }: ShownChat,
  visitorId: string | null,
): Promise<Record<string, Omit<DocumentPreview, 'id'>>> {
  const ids = new Set<string>()
  for (const { parts } of messages) {
    for (const { type, output } of parts) {
      const documentId = type.startsWith('tool-') ? documentIdIn(output) : undefined
      if (documentId) ids.add(documentId)
    }
  }
  const reader =
    isOwner && visitorId !== null ? { userId: visitorId } : { userId: null, chatId: id }
  const previews = await listPreviews(em, { ids: [...ids], ...reader })
  return Object.fromEntries(previews.map(({ id: documentId, ...preview }) => [documentId, preview]))
}

function documentIdIn(output: unknown): string | undefined {
  const id = typeof output === 'object' && output !== null && 'id' in output ? output.id : undefined
  return typeof id === 'string' && UUID.test(id) ? id.toLowerCase() : undefined
}
