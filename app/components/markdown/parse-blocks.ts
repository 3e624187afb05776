import { Lexer, type MarkedToken, type Token } from 'marked'

/** The cache holds the blocks of at most so many characters of Markdown. */
const CACHED_CHARACTERS = 2_000_000

const cache = new Map<string, MarkedToken[]>()
let cachedCharacters = 0

/**
 * Splits Markdown (GFM) into its blocks. It never throws: a text that cannot be
 * parsed becomes one paragraph. The blocks of recent texts are cached, because
 * the page of a chat renders often and parsing is a large part of the work.
 */
export function parseBlocks(markdown: string): MarkedToken[] {
  const cached = cache.get(markdown)
  if (cached) return cached
  const blocks = parse(markdown)
  if (markdown.length > CACHED_CHARACTERS / 10) return blocks
  cache.set(markdown, blocks)
  cachedCharacters += markdown.length
  // A Map keeps the order of insertion, so the oldest texts are dropped first.
  for (const text of cache.keys()) {
    if (cachedCharacters <= CACHED_CHARACTERS) break
    cache.delete(text)
    cachedCharacters -= text.length
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
 * Creates a parser for a text that grows at its end. Blocks that are finished
 * keep their identity and are not parsed again, so that a long reply stays
 * cheap: only the last block is open, which means that it may still change.
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
    // A list may continue after blank lines, so a block is finished only when the next one has begun.
    const last = tokens.findLastIndex(isVisible)
    const done = tokens.slice(0, Math.max(last, 0))
    const length = done.reduce((sum, { raw }) => sum + raw.length, 0)
    // Where the lexer has normalised line ends, lengths do not tell the position: all blocks stay open.
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
