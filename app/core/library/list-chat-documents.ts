import type { DocumentKind } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

type ChatDocuments = {
  documents: { id: string; title: string; kind: DocumentKind }[]
  /** How many there are, also of those that are not listed. */
  count: number
}

type Input = { chatId: string; userId: string }

/** Documents that are listed, the last changed first. */
const LISTED = 20

/** Lists documents of a user's chat: those whose newest version it wrote, or that is based on one of its. */
export async function listChatDocuments(em: EntityManager, input: Input): Promise<ChatDocuments> {
  const [documents, { count }] = await Promise.all([
    selectDocuments(em, input)
      .select(['id', 'title', 'kind'])
      .orderBy('updatedAt', 'desc')
      .limit(LISTED)
      .execute(),
    selectDocuments(em, input)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { documents, count: Number(count) }
}

/** Lists the ids of all documents of a user's chat. */
export async function listChatDocumentIds(em: EntityManager, input: Input): Promise<string[]> {
  const rows = await selectDocuments(em, input).select('id').execute()
  return rows.map(({ id }) => id)
}

function selectDocuments(em: EntityManager, { chatId, userId }: Input) {
  return kysely(em)
    .selectFrom('DocumentSummary')
    .where('chatId', '=', chatId)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
}
