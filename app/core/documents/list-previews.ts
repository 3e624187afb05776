import type { DocumentKind } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Documents of which a page of a chat shows the beginning; the other cards show their titles. */
const MAX_PREVIEWS = 50
/** Characters of the content that a card shows at most. */
const PREVIEW_LENGTH = 280
/** Versions that are counted at most. */
const MAX_COUNTED = 1_000

/** The newest version of a document, as the card in a chat shows it. */
export type DocumentPreview = {
  id: string
  title: string
  kind: DocumentKind
  createdAt: string
  /** The beginning of the content; empty for an image. */
  preview: string
  /** How many versions there are; null when they are too many to be counted. */
  versions: number | null
}

type Input = {
  /** Of the documents, as the messages of a chat or a list of documents name them. */
  ids: string[]
} & (
  | { userId: string; chatId?: undefined }
  /** Of any visitor: those that belong to the chat and its owner. */
  | { userId: null; chatId: string }
)

/** Lists how documents begin, in one query; those that are gone or may not be shown are left out. */
export async function listPreviews(
  em: EntityManager,
  { ids, chatId, userId }: Input,
): Promise<DocumentPreview[]> {
  if (ids.length === 0) return []
  const rows = await kysely(em)
    .selectFrom('Document')
    .select(['id', 'title', 'kind', 'createdAt'])
    .select(({ case: when, fn, lit, val, selectFrom, cast }) => [
      when()
        .when('kind', '=', 'image')
        .then('')
        .else(fn.coalesce(fn<string>('left', ['content', lit(PREVIEW_LENGTH)]), val('')))
        .end()
        .as('preview'),
      selectFrom((eb) =>
        eb
          .selectFrom('Document as version')
          .select('version.id')
          .whereRef('version.id', '=', 'Document.id')
          .limit(lit(MAX_COUNTED + 1))
          .as('counted'),
      )
        .select(cast<number>(fn.countAll(), 'integer').as('versions'))
        .$asScalar()
        .as('versions'),
    ])
    .where('id', 'in', ids.slice(-MAX_PREVIEWS))
    .where('createdAt', '=', (eb) =>
      eb
        .selectFrom('Document as newest')
        .select(({ fn }) => fn.max('newest.createdAt').as('newest'))
        .whereRef('newest.id', '=', 'Document.id'),
    )
    .where((eb) =>
      userId !== null
        ? eb('userId', '=', userId)
        : eb.and([
            eb('chatId', '=', chatId),
            eb('userId', '=', (of) =>
              of.selectFrom('Chat').select('Chat.userId').where('Chat.id', '=', chatId),
            ),
          ]),
    )
    .execute()
  return rows.map(({ preview, versions, ...row }) => ({
    ...row,
    // Half a character at its end would be another one in the HTML than in the data.
    preview: preview.toWellFormed(),
    versions: versions !== null && versions <= MAX_COUNTED ? versions : null,
  }))
}
