import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Database } from '#db/kysely.ts'

/**
 * Turns what a person types into a Postgres tsquery: all the words, `"a
 * phrase"`, `or`, `-without` (websearch_to_tsquery), and the last word also as
 * the beginning of a longer one, because the search runs while it is typed.
 *
 * The words are compared as they are, in lower case: people write in many
 * languages, and a stemmer of one spoils the others
 * (docs/decisions/0011-search.md).
 */
export function searchQuery(typed: string): Expression<string> {
  const eb = expressionBuilder<Database, never>()
  const lower = (text: string) => eb.fn<string>('lower', [eb.val(text)])
  const words = (text: string) =>
    eb.fn<string>('websearch_to_tsquery', [eb.val('pg_catalog.simple'), lower(text)])

  const { head, prefix } = splitLastWord(typed)
  if (!prefix) return words(typed)
  // Kysely has no name for this type.
  const beginning = eb.cast<string>(lower(prefix), sql`tsquery`)
  // Postgres gives a notice for a query without words, so there is none.
  if (!/[\p{L}\p{N}]/u.test(head)) return eb.parens(eb(words(typed), '||', beginning))
  const last = eb.parens(eb(words(head), '&&', beginning)).$castTo<string>()
  return eb.parens(eb(words(typed), '||', last))
}

/** @returns `prefix`: the last word as the text of a prefix tsquery; empty when it is not to be completed */
function splitLastWord(typed: string): { head: string; prefix: string } {
  const [, head = '', last = ''] = typed.match(/^(.*?)(\S*)$/su) ?? []
  const word = last.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
  const isQuoted = typed.includes('"') && (last.includes('"') || typed.split('"').length % 2 === 0)
  const hasOperator = last.startsWith('-') || /(^|\s)or(\s|$)/i.test(typed)
  if (!word || isQuoted || hasOperator) return { head, prefix: '' }
  // The text form of a tsquery: a quoted word, with ' and \ doubled.
  return { head, prefix: `'${word.replace(/['\\]/g, '$&$&')}':*` }
}
