/** A tsquery as SQL with its parameters, in the order of their holes. */
export type SearchQuery = { sql: string; params: string[] }

/**
 * Turns what a person types into a Postgres tsquery: the words all, `"a
 * phrase"`, `or`, `-without` (websearch_to_tsquery), and the last word also as
 * the beginning of a longer one, because the search runs while it is typed.
 *
 * The words are compared as they are, in lower case: people write in many
 * languages, and a stemmer of one spoils the others
 * (docs/decisions/0011-search.md).
 */
export function searchQuery(typed: string): SearchQuery {
  const exact = "websearch_to_tsquery('pg_catalog.simple', lower(?))"
  const { head, begun } = splitLastWord(typed)
  if (!begun) return { sql: exact, params: [typed] }
  // Postgres gives a notice for a query without words, so there is none.
  if (!/[\p{L}\p{N}]/u.test(head)) {
    return { sql: `(${exact} || lower(?)::tsquery)`, params: [typed, begun] }
  }
  return { sql: `(${exact} || (${exact} && lower(?)::tsquery))`, params: [typed, head, begun] }
}

/** @returns `begun`: the last word as the text of a prefix tsquery; empty when it is not to be completed */
function splitLastWord(typed: string): { head: string; begun: string } {
  const [, head = '', last = ''] = typed.match(/^(.*?)(\S*)$/su) ?? []
  const word = last.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, '')
  const isQuoted = typed.includes('"') && (last.includes('"') || typed.split('"').length % 2 === 0)
  const hasOperator = last.startsWith('-') || /(^|\s)or(\s|$)/i.test(typed)
  if (!word || isQuoted || hasOperator) return { head, begun: '' }
  // The text form of a tsquery: a quoted word, with ' and \ doubled.
  return { head, begun: `'${word.replace(/['\\]/g, '$&$&')}':*` }
}
