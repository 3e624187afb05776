import { Lexer, type MarkedToken, type Token } from 'marked'

/** Characters of Markdown whose blocks are kept. */
const KEPT_CHARACTERS = 2_000_000

const kept = new Map<string, MarkedToken[]>()
let keptCharacters = 0

/**
 * Splits Markdown (GFM) into its blocks. Never throws: text that cannot be
 * parsed is one paragraph. Texts parsed lately are kept, since a chat's page is
 * rendered again and again and parsing is a good part of that.
 */
export function parseBlocks(markdown: string): MarkedToken[] {
  const known = kept.get(markdown)
  if (known) return known
  const blocks = parse(markdown)
  if (markdown.length > KEPT_CHARACTERS / 10) return blocks
  kept.set(markdown, blocks)
  keptCharacters += markdown.length
  // A Map is in the order of insertion: the oldest go first.
  for (const text of kept.keys()) {
    if (keptCharacters <= KEPT_CHARACTERS) break
    kept.delete(text)
    keptCharacters -= text.length
  }
  return blocks
}

function parse(markdown: string): MarkedToken[] {
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
export function createIncrementalParser() {
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
