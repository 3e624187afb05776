import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { readVersion } from './find-version.ts'
import { isShared } from './is-shared.ts'

type Input = {
  id: string
  /** Of the visitor; null when nobody is signed in. */
  userId: string | null
  /** Characters of the content that are read at most; left out, all. */
  maxCharacters?: number | undefined
}

/**
 * Finds the newest version of a document that a visitor may read: of their own, or
 * of one whose chat its owner has made public. Whose it is tells `userId` of the
 * version. What is read of another user's document is this version alone: its
 * earlier ones and its suggestions are its owner's.
 *
 * @returns null when the document is unknown, or the visitor may not read it
 */
export function findReadableVersion(
  em: EntityManager,
  { id, userId, maxCharacters }: Input,
): Promise<DocumentVersion | null> {
  const query = kysely(em)
    .selectFrom('Document')
    .where('id', '=', id)
    // The newest of all, so that an earlier version is not shown when the newest may not be.
    .where('createdAt', '=', (eb) =>
      eb
        .selectFrom('Document as version')
        .select(({ fn }) => fn.max('version.createdAt').as('newest'))
        .where('version.id', '=', id),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('DocumentSummary')
            .select('DocumentSummary.id')
            .where('DocumentSummary.id', '=', id)
            .where('DocumentSummary.deletedAt', 'is not', null),
        ),
      ),
    )
    .where((eb) => {
      const isReadable = eb.exists(
        eb
          .selectFrom('Chat')
          .select('Chat.id')
          .whereRef('Chat.id', '=', 'Document.chatId')
          .whereRef('Chat.userId', '=', 'Document.userId')
          .where(isShared('Document')),
      )
      return userId === null ? isReadable : eb.or([eb('Document.userId', '=', userId), isReadable])
    })
  return readVersion(query, { maxCharacters })
}
