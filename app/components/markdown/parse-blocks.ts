import { Lexer, type MarkedToken, type Token } from 'marked'

/** Splits Markdown (GFM) into its blocks. Never throws: text that cannot be parsed is one paragraph. */
export function parseBlocks(markdown: string): MarkedToken[] {
  try {
    return new Lexer({ gfm: true }).lex(markdown).filter(isVisible)
  } catch {
    const text = { type: 'text' as const, raw: markdown, text: markdown }
    return [{ type: 'paragraph', raw: markdown, text: markdown, tokens: [text] }]
  }
}

/**
 * Makes a parser for a text that grows at its end. Blocks that are finished
 * keep their identity and are not parsed again, so a long reply stays cheap:
 * only the last block is open.
 */
export function createGrowingParser() {
  let finished: MarkedToken[] = []
  let prefix = ''

  return function parse(markdown: string): { finished: MarkedToken[]; open: MarkedToken[] } {
    if (!markdown.startsWith(prefix)) {
      finished = []
      prefix = ''
    }
    const tail = markdown.slice(prefix.length)
    const tokens = lex(tail)
    // A list goes on after blank lines, so a block is only finished when the next one has begun.
    const last = tokens.findLastIndex(isVisible)
    const done = tokens.slice(0, Math.max(last, 0))
    const length = done.reduce((sum, { raw }) => sum + raw.length, 0)
    // The lexer may normalise line ends; then offsets say nothing and all stays open.
    if (done.some(isVisible) && tail.startsWith(done.map(({ raw }) => raw).join(''))) {
      finished = [...finished, ...done.filter(isVisible)]
      prefix = markdown.slice(0, prefix.length + length)
      return { finished, open: tokens.slice(last).filter(isVisible) }
    }
    return { finished, open: tokens.filter(isVisible) }
  }
}

function lex(markdown: string): Token[] {
  try {
    return new Lexer({ gfm: true }).lex(markdown)
  } catch {
    return parseBlocks(markdown)
  }
}

function isVisible(token: Token): token is MarkedToken {
  return token.type !== 'space' && token.type !== 'def'
}
