import { documentSearchWords } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Documents of one statement, which takes 27 ms for the hardest of them. */
const BATCH = 50
/** Statements of one run at most. */
const BATCHES = 20

/**
 * Adds the words to documents that were there before documents had words of their
 * own (docs/decisions/0036-library.md). Several runs at once do no harm.
 *
 * @returns how many documents were given their words
 */
export async function addDocumentWords(em: EntityManager): Promise<number> {
  let added = 0
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const { numUpdatedRows } = await kysely(em)
      .updateTable('DocumentSummary')
      .from('Document')
      .set({ search: documentSearchWords() })
      .whereRef('Document.id', '=', 'DocumentSummary.id')
      .whereRef('Document.createdAt', '=', 'DocumentSummary.updatedAt')
      .where('DocumentSummary.id', 'in', (db) =>
        db
          .selectFrom('DocumentSummary as wordless')
          .select('wordless.id')
          .where('wordless.search', 'is', null)
          .orderBy('wordless.updatedAt')
          .limit(BATCH)
          .forUpdate()
          .skipLocked(),
      )
      .executeTakeFirst()
    added += Number(numUpdatedRows)
    if (numUpdatedRows < BATCH) break
  }
  return added
}
