import { Lexer, Marked, type Token, type Tokens } from 'marked'

/** What the references of a text lead to, by their labels, as marked keeps them. */
export type Links = Lexer['tokens']['links']

type Lexed = { tokens: Token[]; links: Links }

/** A paragraph longer than this is not searched for marks; what it holds is shown as source. */
const MAX_INLINE = 100_000

// As pandoc has it: no space within the dollars, no digit behind them.
const INLINE_MATH =
  /^(?:\$\$(?!\s)[^$\n]*[^\s$\\]\$\$|\$(?![\s$])(?:[^$\\\n]|\\.)*?(?<![\s\\])\$(?![\d$]))/
const BLOCK_MATH = /^ {0,3}\$\$[ \t]*\n(?:[^\n]*\n){0,200}? {0,3}\$\$[ \t]*(?:\n|$)/
const FOOTNOTE = /^\[\^[^\]\s]+\](?!:)/
/** Settings before a document, in YAML. */
const FRONT_MATTER =
  /^---[ \t]*\n(?:[\w-]+[ \t]*:[^\n]*\n(?:[^\n]*\n){0,500}?)??(?:---|\.\.\.)[ \t]*(?:\n|$)/

const { defaults } = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'math',
      level: 'inline',
      start: (source) => source.indexOf('$'),
      tokenizer: (source) => verbatim('math', INLINE_MATH.exec(source)),
    },
    {
      name: 'footnote',
      level: 'inline',
      start: (source) => source.indexOf('[^'),
      tokenizer: (source) => verbatim('footnote', FOOTNOTE.exec(source)),
    },
    {
      name: 'math_block',
      level: 'block',
      start: (source) => source.indexOf('\n$$') + 1 || undefined,
      tokenizer: (source) => verbatim('math_block', BLOCK_MATH.exec(source)),
    },
  ],
})

function verbatim(type: string, match: RegExpExecArray | null): Tokens.Generic | undefined {
  return match ? { type, raw: match[0] } : undefined
}

/**
 * Reads Markdown into the tokens of marked; settings at its beginning are a token
 * `front_matter`. Line ends are `\n`. A text that marked cannot read has no tokens.
 *
 * @param links what references lead to, where a part of a text is read
 */
export function lexMarkdown(source: string, links: Links = {}): Lexed {
  const lexed = lex(source, links)
  const blank = /[ \t]+$/.exec(source.slice(source.trimEnd().length))?.[0] ?? ''
  // marked may put a line end in place of white space at the very end.
  if (!blank || lexed.tokens.map(({ raw }) => raw).join('') === source) return lexed
  const shorter = lex(source.slice(0, -blank.length), links)
  return { ...shorter, tokens: [...shorter.tokens, { type: 'space', raw: blank }] }
}

function lex(source: string, links: Links): Lexed {
  const lexer = new Lexer(defaults)
  Object.assign(lexer.tokens.links, links)
  const tokens: Token[] = []
  const frontMatter = FRONT_MATTER.exec(source)?.[0] ?? ''
  if (frontMatter.includes(':')) tokens.push({ type: 'front_matter', raw: frontMatter })
  try {
    lexer.blockTokens(frontMatter.includes(':') ? source.slice(frontMatter.length) : source, tokens)
    for (const { src, tokens: pieces } of lexer.inlineQueue) {
      if (src.length > MAX_INLINE) pieces.push({ type: 'text', raw: src, text: src, tooLong: true })
      else lexer.inlineTokens(src, pieces)
    }
  } catch (error) {
    // marked fails on some texts, as on a quoted empty item in an item: "- a\n  >*\nword",
    // and on quotes and lists that are very deep.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    return { tokens: [], links: lexer.tokens.links }
  }
  return { tokens, links: lexer.tokens.links }
}
