import { type DiffBudget, diffSequences } from './diff-sequences.ts'

/** A part of a text that both have, or that one of them has. */
export type DiffPart = { type: 'same' | 'deleted' | 'inserted'; text: string }

/** Words, single characters of scripts that put no spaces between words, spaces, emoji, and all else. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}\p{N}\p{M}_]+)*|\r\n|\n|[^\S\r\n]+|\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d\p{Extended_Pictographic})*|[\s\S]/gu

/** Characters that are cut into words at once. */
const PIECE = 40_000

/** Cuts a text into words and what stands between them; joined, they are the text. */
export function* wordTokens(text: string): Generator<void, string[], void> {
  if (text.length <= PIECE) return text.match(TOKEN) ?? []
  const tokens: string[] = []
  const pattern = new RegExp(TOKEN)
  let yieldAt = PIECE
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    tokens.push(match[0])
    if (pattern.lastIndex < yieldAt) continue
    yieldAt += PIECE
    yield
  }
  return tokens
}

/** Whether a token is a word, and counts as one. */
export function isWord(token: string): boolean {
  return /^[\p{L}\p{N}_]/u.test(token)
}

/**
 * Compares two lines by words. A space or a full stop that stays between two
 * changes belongs to them, so that a changed phrase is read as one.
 *
 * @returns parts: those that are not inserted make `from`, those that are not
 *   deleted make `to`
 */
export function* diffWords(
  from: string,
  to: string,
  budget: DiffBudget,
): Generator<void, DiffPart[], void> {
  const fromTokens = yield* wordTokens(from)
  const toTokens = yield* wordTokens(to)
  const runs = yield* diffSequences(fromTokens, toTokens, budget)
  const parts: DiffPart[] = []
  let deleted = ''
  let inserted = ''
  let fromAt = 0
  let toAt = 0
  function endChange() {
    if (deleted) parts.push({ type: 'deleted', text: deleted })
    if (inserted) parts.push({ type: 'inserted', text: inserted })
    deleted = ''
    inserted = ''
  }
  runs.forEach(({ type, count }, index) => {
    if (type === 'inserted') {
      inserted += toTokens.slice(toAt, toAt + count).join('')
    } else {
      const text = fromTokens.slice(fromAt, fromAt + count).join('')
      if (type === 'deleted') deleted += text
      else if (isBetweenChanges(text, deleted && inserted, runs[index + 1])) {
        deleted += text
        inserted += text
      } else {
        endChange()
        parts.push({ type: 'same', text })
      }
    }
    if (type !== 'inserted') fromAt += count
    if (type !== 'deleted') toAt += count
  })
  endChange()
  return parts
}

function isBetweenChanges(text: string, replaced: string, next: object | undefined): boolean {
  return replaced !== '' && next !== undefined && text.length <= 2 && !/[\p{L}\p{N}\n]/u.test(text)
}
