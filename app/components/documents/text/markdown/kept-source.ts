import type { Token } from 'marked'
import { Fragment, type Node } from 'prosemirror-model'
import { type Links, lexMarkdown } from './lex-markdown.ts'
import { readTokens } from './read-tokens.ts'
import { sameMeaning } from './same-meaning.ts'
import { schema } from './schema.ts'
import { listMark, writeBlock, writtenMark } from './write-blocks.ts'

/** A block as it was read, and its source: blank lines before it, itself, the line ends behind it. */
type Kept = { node: Node; lead: string; body: string; trail: string; next: Set<number> }

/** The source of one block of a document. */
export type BlockSource = {
  node: Node
  position: number
  lead: string
  body: string
  trail: string
}

/**
 * A content that is edited as source, since it cannot be taken apart and put together
 * again to the same, or is too long. The message is for the page.
 */
export class NotReadableError extends Error {
  constructor(message = 'This text has a form that can only be edited as source.') {
    super(message)
  }
}

/** So many characters and lines are edited block by block: a browser lays them out within a second or two. */
const MAX_LENGTH = 2_000_000
const MAX_LINES = 20_000

const LINE_END = /\r\n?|\n/g

/**
 * Keeps the source of each block that a document was read from, so that a block
 * that nobody changed is written byte for byte as it was.
 */
export function createKeptSource() {
  const blocks = new Map<number, Kept>()
  const written = new WeakMap<Node, { body: string; beside: string }>()
  let links: Links = {}
  let eol = '\n'
  let end = ''
  let lastKey = 0

  /**
   * Reads a content into a document. What it was read from is kept.
   *
   * @throws NotReadableError when its parts do not add up to it
   */
  function read(content: string): Node {
    const source = content.replace(LINE_END, '\n')
    if (isLong(source)) {
      throw new NotReadableError('This text is so long that it can only be edited as source.')
    }
    const lexed = lexMarkdown(source)
    links = lexed.links
    eol = content.includes('\r\n') ? '\r\n' : '\n'
    const parts = splitSource(content, source, lexed.tokens)
    const nodes: Node[] = []
    let before: Kept | undefined
    for (const { token, ...part } of parts) {
      const [node] = token ? readTokens([token], null) : [schema.nodes.paragraph.create()]
      if (!node) throw new NotReadableError()
      lastKey += 1
      const kept = { ...part, node: withKey(node, lastKey), next: new Set<number>() }
      before?.next.add(lastKey)
      blocks.set(lastKey, kept)
      nodes.push(kept.node)
      before = kept
    }
    end = before?.trail ?? ''
    const doc = schema.nodes.doc.create(null, Fragment.from(nodes))
    doc.check()
    if (contentOf(doc) !== content) throw new NotReadableError()
    return doc
  }

  /** The sources of a document's blocks; one after the other they are its content. */
  function sourcesOf(doc: Node): BlockSource[] {
    const shown: { node: Node; position: number }[] = []
    doc.forEach((node, position) => {
      // An empty paragraph beside other blocks has no form in Markdown, unless it was read from one.
      const isWritten = !isNothing(node) || doc.childCount === 1 || isKeptBlank(node)
      if (isWritten) shown.push({ node, position })
    })
    let markBefore: string | null = null
    return shown.map(({ node, position }, index) => {
      const before = shown[index - 1]?.node
      const after = shown[index + 1]?.node
      const kept = keptOf(node)
      const isSame = kept?.node.eq(node) === true
      const lead = kept && (index === 0 || !before) ? kept.lead : ''
      const body = isSame ? kept.body : write(node, [markBefore, keptMark(after)])
      markBefore = writtenMark(node, body)
      return { node, position, lead, body, trail: after ? between(node, after) : trailAtEnd(node) }
    })
  }

  /** The mark of a list that is written as it was; another one gives way to what stands before it. */
  function keptMark(node: Node | undefined): string | null {
    return node && keptOf(node)?.node.eq(node) ? listMark(node) : null
  }

  function isKeptBlank(node: Node): boolean {
    const kept = keptOf(node)
    return kept !== undefined && kept.body !== '' && kept.node.eq(node)
  }

  function contentOf(doc: Node): string {
    return sourcesOf(doc)
      .map(({ lead, body, trail }) => lead + body + trail)
      .join('')
  }

  function keptOf(node: Node): Kept | undefined {
    return blocks.get(node.attrs.kept)
  }

  function trailAtEnd(node: Node): string {
    const kept = keptOf(node)
    return kept && kept.next.size === 0 && kept.node.eq(node) ? kept.trail : end
  }

  /** The line ends between two blocks: as they were where both stood side by side and are what they were. */
  function between(node: Node, after: Node): string {
    const kept = keptOf(node)
    const keptAfter = keptOf(after)
    const wereSiblings = kept?.next.has(after.attrs.kept) === true && keptAfter !== undefined
    if (!wereSiblings) return eol + eol
    if (kept.node.eq(node) && keptAfter.node.eq(after)) return kept.trail
    const isSameKind = isAlike(kept.node, node) && isAlike(keptAfter.node, after)
    const isOpen = isContinuing(after) && !CLOSED.has(node.type.name) && !kept.node.eq(node)
    if (!isSameKind || isOpen) return hasBlankLine(kept.trail) ? kept.trail : eol + eol
    return kept.trail || eol
  }

  /** @param marks those of the lists before and behind it */
  function write(node: Node, marks: (string | null)[]): string {
    const beside = marks.filter((mark) => mark !== null)
    const known = written.get(node)
    if (known?.beside === beside.join()) return known.body
    const body = writeFaithfully(node, beside, links).replace(/\n/g, eol)
    written.set(node, { body, beside: beside.join() })
    return body
  }

  return {
    read,
    sourcesOf,
    contentOf,
    keptOf,
    /** Says that two blocks stand side by side in a content that was read. */
    join: (key: number, next: number) => {
      blocks.get(key)?.next.add(next)
    },
    /** What the references of the text lead to. */
    links: () => links,
  }
}

export type KeptSource = ReturnType<typeof createKeptSource>

/** Blocks that end where their last line ends, whatever follows. */
const CLOSED = new Set(['heading', 'rule', 'code_block'])

/** Whether a block right behind an open paragraph would be a part of that. */
function isContinuing({ type, attrs }: Node): boolean {
  return type.name === 'paragraph' || attrs.kind === 'definition' || attrs.kind === 'footnote'
}

function isAlike(one: Node, other: Node): boolean {
  const isSameKind = one.type === other.type && listMark(one) === listMark(other)
  // An empty paragraph that has a text now no longer parts the blocks beside it.
  return isSameKind && isNothing(one) === isNothing(other)
}

function hasBlankLine(trail: string): boolean {
  return (trail.match(LINE_END)?.length ?? 0) > 1
}

function isNothing(node: Node): boolean {
  return node.type.name === 'paragraph' && node.content.size === 0
}

function withKey(node: Node, key: number): Node {
  return node.type.create({ ...node.attrs, kept: key }, node.content, node.marks)
}

/** Writes a block, and reads it again: where it would be read as something else, with more backslashes and blank lines. */
function writeFaithfully(node: Node, beside: string[], links: Links): string {
  const plain = writeBlock(node, { escaping: 'needed', beside })
  if (isReadAs(plain, node, links)) return plain
  for (const isLoose of [false, true]) {
    const escaped = writeBlock(node, { escaping: 'all', beside, isLoose })
    if (isReadAs(escaped, node, links)) return escaped
  }
  return plain
}

function isReadAs(source: string, node: Node, links: Links): boolean {
  if (node.type.name === 'raw_block' || isNothing(node)) return true
  const [read, ...more] = readTokens(lexMarkdown(source, links).tokens, null)
  return read !== undefined && more.length === 0 && sameMeaning(read, node)
}

type Part = { token: Token | null; lead: string; body: string; trail: string }

/** Cuts a content into its blocks, by the tokens of its source with plain line ends. */
function splitSource(content: string, source: string, tokens: Token[]): Part[] {
  if (tokens.map(({ raw }) => raw).join('') !== source) {
    throw new NotReadableError()
  }
  const parts: Part[] = []
  let blank = ''
  let at = 0
  for (const token of tokens) {
    const start = at
    at = endOf(content, start, token.raw.length)
    const raw = content.slice(start, at)
    const last = parts.at(-1)
    if (token.type !== 'space') {
      const end = endOfText(raw)
      parts.push({ token, lead: blank, body: raw.slice(0, end), trail: raw.slice(end) })
      blank = ''
    } else if (last) last.trail += raw
    else blank += raw
  }
  if (parts.length === 0) parts.push({ token: null, lead: '', body: blank, trail: '' })
  return parts
}

/** Where the line ends behind a block begin, with the blank lines. */
function endOfText(raw: string): number {
  let end = raw.length
  while (end > 0 && ' \t\r\n'.includes(raw[end - 1] ?? '-')) end -= 1
  const blank = raw.slice(end).search(/[\r\n]/)
  return blank < 0 ? raw.length : end + blank
}

/** Where so many characters end in a content, in which a line end may be two of them. */
function endOf(content: string, start: number, length: number): number {
  if (!content.includes('\r')) return start + length
  let at = start
  for (let count = 0; count < length; count += 1) at += content.startsWith('\r\n', at) ? 2 : 1
  return at
}

function isLong(source: string): boolean {
  if (source.length > MAX_LENGTH) return true
  let lines = 0
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) lines += 1
  return lines > MAX_LINES
}
