import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '#db/kysely.ts'

/** A search as a person typed it, taken apart for the tsquery. */
export type Search = {
  /** All that was typed. */
  typed: string
  /** What stands before the last word. */
  head: string
  /** The last word as the text of a prefix tsquery; empty when it is not to be completed. */
  prefix: string
}

/** What the tsquery of a search is made of. */
export type SearchShape = 'words' | 'prefix' | 'words-and-prefix'

/** A dash that is neither within a word nor before what it would exclude. */
const STRAY_DASH = /(?<![\p{L}\p{N}])-(?![\p{L}\p{N}"])/gu

/** Takes a search apart: the last word may be the beginning of a longer one. */
export function parseSearch(text: string): Search & { shape: SearchShape } {
  // Postgres takes every such dash for a "not", and fails on 32 of them in a row.
  const typed = text.replace(STRAY_DASH, ' ')
  const [, head = '', last = ''] = typed.match(/^(.*?)(\S*)$/su) ?? []
  const word = last.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
  const isQuoted = typed.includes('"') && (last.includes('"') || typed.split('"').length % 2 === 0)
  const hasOperator = last.startsWith('-') || /(^|\s)or(\s|$)/i.test(typed)
  if (!word || isQuoted || hasOperator) return { typed, head, prefix: '', shape: 'words' }
  // The text form of a tsquery: a quoted word, with ' and \ doubled.
  const prefix = `'${word.replace(/['\\]/g, '$&$&')}':*`
  // Postgres sends a notice for a tsquery without words, so none is made of a head that has none.
  const hasWordsBefore = /[\p{L}\p{N}]/u.test(head)
  return { typed, head, prefix, shape: hasWordsBefore ? 'words-and-prefix' : 'prefix' }
}

/**
 * Makes the tsquery of a search: all the words, `"a phrase"`, `or`, `-without`
 * (websearch_to_tsquery), and the last word also as the beginning of a longer
 * one, because the search runs while it is typed.
 *
 * The words are compared as they are, in lower case: people write in many
 * languages, and a stemmer of one spoils the others
 * (docs/decisions/0011-search.md).
 */
export function searchQuery(
  eb: ExpressionBuilder<Database, never>,
  search: Search,
  shape: SearchShape,
): Expression<string> {
  const lower = (text: string) => eb.fn<string>('lower', [eb.val(text)])
  const words = (text: string) =>
    eb.fn<string>('websearch_to_tsquery', [eb.val('pg_catalog.simple'), lower(text)])

  if (shape === 'words') return words(search.typed)
  // Kysely has no name for this type.
  const prefix = eb.cast<string>(lower(search.prefix), sql`tsquery`)
  const completed =
    shape === 'prefix' ? prefix : eb.parens(eb(words(search.head), '&&', prefix)).$castTo<string>()
  return eb.parens(eb(words(search.typed), '||', completed))
}
