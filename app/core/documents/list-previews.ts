import type { DocumentKind } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { isShared } from './is-shared.ts'

/** Documents of which a page of a chat shows the beginning; the other cards show their titles. */
export const MAX_PREVIEWS = 50
/** Characters of the content that a card shows at most. */
const PREVIEW_LENGTH = 280

/** The newest version of a document, as the card in a chat shows it. */
export type DocumentPreview = {
  id: string
  title: string
  kind: DocumentKind
  createdAt: string
  /** The beginning of the content; empty for an image. */
  preview: string
  /** How many versions there are. */
  versions: number
}

type Input = {
  /** Of the documents, as the messages of a chat or a list of documents name them. */
  ids: string[]
} & (
  | { userId: string; chatId?: undefined }
  /** Of any visitor: those that the public chat shares. */
  | { userId: null; chatId: string }
)

/** Lists how documents begin, in one query; those that are gone or may not be shown are left out. */
export async function listPreviews(
  em: EntityManager,
  { ids, chatId, userId }: Input,
): Promise<DocumentPreview[]> {
  if (ids.length === 0) return []
  const rows = await kysely(em)
    .selectFrom('DocumentSummary')
    .innerJoin('Document', (join) =>
      join
        .onRef('Document.id', '=', 'DocumentSummary.id')
        .onRef('Document.createdAt', '=', 'DocumentSummary.updatedAt'),
    )
    .select(['Document.id', 'Document.title', 'Document.kind', 'Document.createdAt', 'versions'])
    .select(({ case: when, fn, lit, val }) =>
      when()
        .when('Document.kind', '=', 'image')
        .then('')
        .else(fn.coalesce(fn<string>('left', ['content', lit(PREVIEW_LENGTH)]), val('')))
        .end()
        .as('preview'),
    )
    .where('DocumentSummary.id', 'in', ids.slice(-MAX_PREVIEWS))
    .where('deletedAt', 'is', null)
    .where((eb) =>
      userId !== null
        ? eb('Document.userId', '=', userId)
        : eb.and([
            eb('Document.chatId', '=', chatId),
            eb.exists(
              eb
                .selectFrom('Chat')
                .select('Chat.id')
                .where('Chat.id', '=', chatId)
                .whereRef('Chat.userId', '=', 'Document.userId')
                .where(isShared('Document')),
            ),
          ]),
    )
    .execute()
  // Half a character at its end would be another one in the HTML than in the data.
  return rows.map(({ preview, ...row }) => ({ ...row, preview: preview.toWellFormed() }))
}
