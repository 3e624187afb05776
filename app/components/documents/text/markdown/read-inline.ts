import type { Token, Tokens } from 'marked'
import type { Mark, Node } from 'prosemirror-model'
import { decodeEntities } from '#components/markdown/decode-entities.ts'
import type { Place, Units } from './place.ts'
import { schema } from './schema.ts'

/** Where the reader stands in the source, when that is asked for. */
export type Cursor = { place: Place; units: Units } | null

const PIECE = /[ \t]*\n[ \t]*|&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/gi
const { nodes, marks: markTypes } = schema

/**
 * Turns inline tokens into nodes.
 *
 * @param cursor the place of the tokens' source; null when no positions are asked for
 */
export function readInline(tokens: Token[], marks: readonly Mark[], cursor: Cursor): Node[] {
  const read: Node[] = []
  let at = 0
  for (const token of tokens) {
    readToken(token as Tokens.Generic, marks, cursor, at, read)
    at += token.raw.length
  }
  return read
}

function readToken(
  token: Tokens.Generic,
  marks: readonly Mark[],
  cursor: Cursor,
  at: number,
  read: Node[],
) {
  switch (token.type) {
    case 'checkbox':
      return
    case 'escape':
      return addText(token.text, marks, read, cursor, at, token.raw.length)
    case 'br':
      return addLeaf(nodes.hard_break.create({ source: token.raw }, null, marks))
    case 'strong':
    case 'em':
    case 'del': {
      const type = token.type === 'del' ? markTypes.strike : markTypes[token.type]
      const size = innerStart(token)
      return addInner(type.create({ marker: token.raw.slice(0, size) }), size)
    }
    case 'codespan':
      return addCode()
    case 'link':
      if (token.raw.startsWith('[^')) return addVerbatim()
      // A bare address is the same text again when it is written.
      if (!token.raw.startsWith('[') && !token.raw.startsWith('<')) {
        return addText(token.raw, marks, read, cursor, at)
      }
      if (token.raw.startsWith('<')) return addSource(token.raw.slice(1, -1))
      return addLink()
    case 'image':
      return addImage()
    case 'text':
      return token.tooLong ? addVerbatim() : addPieces()
    default:
      return addVerbatim()
  }

  function addInner(mark: Mark, start: number, offsets?: number[]) {
    const inner = token.tokens ?? []
    const offset = (index: number) => offsets?.[index] ?? start + index
    const place = cursor && {
      place: { text: token.raw, at: (index: number) => cursor.place.at(at + offset(index)) },
      units: cursor.units,
    }
    read.push(...readInline(inner, mark.addToSet(marks), place))
  }

  function addLink() {
    const offsets = labelOffsets(token)
    const end = offsets.pop() ?? 1
    // A link without a text could not be seen.
    if (offsets.length === 0) return addVerbatim()
    const title = token.title ?? null
    // `[label]` and `[label][]` would lead nowhere once the text is another one.
    const after = token.raw.slice(end + 1)
    const tail = after === '' || after === '[]' ? `[${token.raw.slice(1, end)}]` : after
    addInner(markTypes.link.create({ href: token.href, title, tail }), 1, offsets)
  }

  function addImage() {
    const { href, text: alt, title } = token
    addLeaf(nodes.image.create({ href, alt, title: title ?? null, source: token.raw }, null, marks))
  }

  function addCode() {
    const ticks = /^`+/.exec(token.raw)?.[0].length ?? 1
    const inner = token.raw.slice(ticks, -ticks).replace(/\n/g, ' ')
    const start = ticks + (inner === token.text ? 0 : 1)
    addText(token.text, markTypes.code.create().addToSet(marks), read, cursor, at + start)
  }

  function addVerbatim() {
    const verbatim = markTypes.verbatim.create().addToSet(marks)
    let start = 0
    for (const [index, line] of token.raw.split('\n').entries()) {
      if (index > 0) addLeaf(nodes.soft_break.create(null, null, marks), start - 1, 1)
      addText(line, verbatim, read, cursor, at + start)
      start += line.length + 1
    }
  }

  function addPieces() {
    const { raw } = token
    let done = 0
    for (const match of raw.matchAll(PIECE)) {
      const isBreak = match[0].includes('\n')
      const text = isBreak ? '' : decodeEntities(match[0])
      // A name that is none is text.
      if (!isBreak && text === match[0]) continue
      addText(raw.slice(done, match.index), marks, read, cursor, at + done)
      done = match.index + match[0].length
      if (isBreak) {
        const softBreak = nodes.soft_break.create(
          { source: match[0].replace(/^[ \t]*/, '') },
          null,
          marks,
        )
        addLeaf(softBreak, match.index, match[0].length)
      } else {
        const attrs = { source: match[0], text }
        addLeaf(nodes.source_inline.create(attrs, null, marks), match.index, match[0].length)
      }
    }
    addText(raw.slice(done), marks, read, cursor, at + done)
  }

  function addSource(text: string) {
    addLeaf(nodes.source_inline.create({ source: token.raw, text }, null, marks))
  }

  function addLeaf(node: Node, start = 0, length = token.raw.length) {
    read.push(node)
    if (!cursor) return
    cursor.units.from.push(cursor.place.at(at + start))
    cursor.units.to.push(cursor.place.at(at + start + length - 1) + 1)
  }
}

function innerStart(token: Tokens.Generic): number {
  const inner = (token.tokens ?? []).reduce((length, { raw }) => length + raw.length, 0)
  return Math.max(1, Math.round((token.raw.length - inner) / 2))
}

/** Where the characters of a link's text stand in its source, in which brackets may have a backslash; and where they end. */
function labelOffsets({ raw, tokens = [] }: Tokens.Generic): number[] {
  const inner = tokens.map((token) => token.raw).join('')
  const offsets: number[] = []
  let at = 1
  for (const character of inner) {
    if (raw[at] === '\\' && character !== '\\') at += 1
    for (let unit = 0; unit < character.length; unit += 1) offsets.push(at + unit)
    at += character.length
  }
  return [...offsets, at]
}

/** Adds text whose characters stand one after the other in the source, or that stands for a whole piece of it. */
function addText(
  text: string,
  marks: readonly Mark[],
  read: Node[],
  cursor: Cursor,
  at: number,
  pieceLength?: number,
) {
  if (!text) return
  read.push(schema.text(text, marks))
  if (!cursor) return
  const { place, units } = cursor
  for (let index = 0; index < text.length; index += 1) {
    units.from.push(place.at(pieceLength ? at : at + index))
    units.to.push(place.at(pieceLength ? at + pieceLength - 1 : at + index) + 1)
  }
}

/** Leaves out white space before the first line, which means nothing in Markdown. */
export function withoutLeadingSpace(read: Node[], cursor: Cursor): Node[] {
  const [first, ...rest] = read
  if (!first?.isText || !first.text) return read
  const text = first.text.trimStart()
  const cut = first.text.length - text.length
  if (cut === 0 || first.marks.length > 0) return read
  if (cursor) {
    cursor.units.from.splice(cursor.units.from.length - unitCount(read), cut)
    cursor.units.to.splice(cursor.units.to.length - unitCount(read), cut)
  }
  return text ? [schema.text(text, first.marks), ...rest] : rest
}

function unitCount(read: Node[]): number {
  return read.reduce((count, node) => count + node.nodeSize, 0)
}
