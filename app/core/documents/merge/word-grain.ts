import type { Grain } from './merge-tokens.ts'

/** A word; a single other character. White space too, so that all tokens are the text. */
const TOKEN = /[\p{L}\p{N}\p{M}_]+|\r\n|./gsu
const WORD_OR_LINE_END = /[\p{L}\p{N}\p{M}_\n]/u

/** Texts and code: words, and whatever stands between them. */
export const WORD_GRAIN: Grain = {
  tokensOf: (text) => text.match(TOKEN) ?? [],
  isLineEnd: (token) => token.endsWith('\n'),
  isSeparating: (token) => WORD_OR_LINE_END.test(token),
}
