import { bareLink, bracketedLink, emailLink } from './autolink.ts'
import { Brackets } from './brackets.ts'
import { createCodeSpans } from './code-spans.ts'
import { CHARACTER_REFERENCE, decodeEntities } from './decode-entities.ts'
import { characterBefore, DelimiterStack, flanks } from './emphasis.ts'
import { NodeList } from './inline-nodes.ts'
import { linkOf, plainText, textPieces, withoutLinks } from './inline-pieces.ts'
import { type InlineTag, inlineTag, OpenTags } from './inline-tags.ts'
import { linkTarget } from './link-target.ts'
import type { Inline, References } from './markdown-tokens.ts'
import { createFormulas, type Formula } from './read-formula.ts'
import { noteReference, referenceTarget } from './read-reference.ts'

const SPECIAL = /[\\`*_~[\]!<&\n@$]|h(?=ttps?:\/\/)|f(?=tp:\/\/)|w(?=ww\.)/gi
/** A longer paragraph is no prose. While a reply is written, its last paragraph is read again and again. */
const MAX_CHARACTERS = 32_768

/**
 * Reads the marks within a block (CommonMark and GFM; HTML stays text). Each
 * character is looked at a bounded number of times, whatever the text is
 * (docs/decisions/0018-bounds-on-markdown.md).
 *
 * @param maxRuns runs of marks of emphasis that it may have; with more of them it stays plain
 */
export function parseInline(
  text: string,
  references: References,
  maxRuns: number,
): { pieces: Inline[]; runs: number } {
  let runs = 0
  if (text.length > MAX_CHARACTERS || text.search(SPECIAL) < 0) {
    return { pieces: textPieces(text), runs }
  }
  const nodes = new NodeList()
  const delimiters = new DelimiterStack()
  const brackets = new Brackets()
  const tags = new OpenTags()
  const formulas = createFormulas(text)
  const codeSpans = createCodeSpans(text)
  /** What stands before it has become pieces. */
  let done = 0
  let at = 0

  function addTextUpTo(end: number) {
    nodes.addText(text.slice(done, end))
    done = end
  }

  function add(end: number, start: number, token: Inline) {
    addTextUpTo(start)
    nodes.add(token)
    at = done = end
  }

  function readRun(mark: string) {
    let end = at + 1
    while (text[end] === mark) end += 1
    const length = end - at
    const before = characterBefore(text, at)
    const after = String.fromCodePoint(text.codePointAt(end) ?? 32)
    const { opens, closes } = flanks(mark, before, after)
    if ((!opens && !closes) || (mark === '~' && length > 2)) {
      at = end
      return
    }
    runs += 1
    addTextUpTo(at)
    const node = nodes.add({ type: 'text', text: text.slice(at, end) })
    delimiters.push({ mark, left: length, length, opens, closes, node, position: at })
    at = done = end
  }

  function openBracket(length: number) {
    addTextUpTo(at)
    const node = nodes.add({ type: 'text', text: text.slice(at, at + length) })
    at = done = at + length
    const below = delimiters.last?.position ?? -1
    brackets.open({ node, isImage: length === 2, from: at, below })
  }

  function closeBracket() {
    const bracket = brackets.close()
    if (!bracket?.active) return
    const target = linkTarget(text, at + 1) ?? referenceTarget(text, at, bracket, references)
    if (!target) return
    addTextUpTo(at)
    const { href, end } = target
    delimiters.pair(nodes, bracket.below)
    const isWrapped = nodes.wrap(bracket.node, null, (children) =>
      bracket.isImage
        ? { type: 'image', href, alt: plainText(children) }
        : { type: 'link', href, children: withoutLinks(children) },
    )
    // What is too deep for this one is too deep for all around it.
    if (!isWrapped) return brackets.deactivate()
    nodes.remove(bracket.node)
    tags.dropBehind(bracket.from)
    at = done = end
    if (!bracket.isImage) brackets.deactivateLinks()
  }

  /** Whether a reference to a footnote was read. */
  function readNote(): boolean {
    const found = noteReference(text, at, references)
    if (found) add(found.end, at, { type: 'note', note: found.note, isFirst: found.isFirst })
    return found !== null
  }

  function readTag(tag: InlineTag) {
    if (tag.name === 'br') return add(tag.end, at, { type: 'break' })
    addTextUpTo(at)
    if (tag.closes) {
      const from = tags.close(tag.name, nodes, delimiters)
      if (from === null) return
      brackets.dropBehind(from)
      at = done = tag.end
      return
    }
    const node = nodes.add({ type: 'text', text: text.slice(at, tag.end) })
    at = done = tag.end
    tags.open({ name: tag.name, node, from: at, below: delimiters.last?.position ?? -1 })
  }

  function addFormula({ end, text, display }: Formula) {
    add(end, at, { type: 'math', text, display })
  }

  while (at < text.length) {
    if (runs > maxRuns) return { pieces: textPieces(text), runs }
    SPECIAL.lastIndex = at
    const found = SPECIAL.exec(text)
    if (!found) break
    at = found.index
    const character = found[0]
    const start = at
    switch (character) {
      case '\\': {
        const next = text[at + 1] ?? ''
        const formula = next === '(' || next === '[' ? formulas.atBackslash(at) : null
        if (formula) addFormula(formula)
        else if (next === '\n') add(at + 2, at, { type: 'break' })
        else if (/[!-/:-@[-`{-~]/.test(next)) add(at + 2, at, { type: 'text', text: next })
        break
      }
      case '`': {
        const { end, content } = codeSpans.at(at)
        if (content === null) at = end
        else add(end, at, { type: 'code', text: content })
        break
      }
      case '*':
      case '_':
      case '~':
        readRun(character)
        break
      case '[':
        if (text[at + 1] !== '^' || !readNote()) openBracket(1)
        break
      case '$': {
        const formula = formulas.atDollar(at)
        if (formula) addFormula(formula)
        else while (text[at] === '$') at += 1
        break
      }
      case '!':
        if (text[at + 1] === '[') openBracket(2)
        break
      case ']':
        closeBracket()
        break
      case '<': {
        const link = bracketedLink(text, at)
        if (link) add(link.end, at, linkOf(link.href, link.text))
        else {
          const tag = inlineTag(text, at)
          if (tag) readTag(tag)
        }
        break
      }
      case '&': {
        CHARACTER_REFERENCE.lastIndex = at
        const reference = CHARACTER_REFERENCE.exec(text)?.[0]
        if (reference) {
          add(at + reference.length, at, { type: 'text', text: decodeEntities(reference) })
        }
        break
      }
      case '\n': {
        let end = at
        while (end > done && text[end - 1] === ' ') end -= 1
        if (at - end >= 2) add(at + 1, end, { type: 'break' })
        break
      }
      case '@': {
        const link = emailLink(text, at, done)
        if (link) add(link.end, link.start, linkOf(link.href, link.text))
        break
      }
      default: {
        // Not within a word; where words have no blanks between them, as in Chinese, it may begin anywhere.
        if (/[a-z0-9]/i.test(text[at - 1] ?? '')) break
        const link = bareLink(text, at)
        if (link) add(link.end, at, linkOf(link.href, link.text))
      }
    }
    if (at === start) at += 1
  }
  addTextUpTo(text.length)
  delimiters.pair(nodes, -1)
  return { pieces: nodes.tokens(), runs }
}
