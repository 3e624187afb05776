import type { Token, Tokens } from 'marked'
import type { Node } from 'prosemirror-model'
import { type BlockCursor, linesWithin, partOf } from './place.ts'
import { type Cursor, readInline, withoutLeadingSpace } from './read-inline.ts'
import { readTable } from './read-table.ts'
import { schema } from './schema.ts'

const { nodes } = schema
const FOOTNOTE_DEFINITION = /^ {0,3}\[\^[^\]\s]+\]:/

/** A task with no text yet, which Markdown has no form for: as text it would be lost in the next edit. */
const EMPTY_TASK = /^\[([ xX])\]\s*$/

const RAW_KINDS: Record<string, string> = {
  html: 'html',
  def: 'definition',
  front_matter: 'front-matter',
  math_block: 'math',
}

/** Turns block tokens into nodes. Blank lines between them mean nothing here. */
export function readTokens(tokens: Token[], cursor: BlockCursor): Node[] {
  const read: Node[] = []
  let at = 0
  for (const token of tokens) {
    const place = cursor?.place && partOf(cursor.place, at, token.raw.length)
    at += token.raw.length
    if (token.type === 'space' || token.type === 'checkbox') continue
    read.push(
      readToken(token as Tokens.Generic, cursor && { place: place ?? null, units: cursor.units }),
    )
  }
  return read
}

/** Turns one block token into a node. */
function readToken(token: Tokens.Generic, cursor: BlockCursor): Node {
  if (FOOTNOTE_DEFINITION.test(token.raw)) return rawBlock(token, 'footnote', cursor)
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return nodes.paragraph.create(null, readTextOf(token, cursor))
    case 'heading': {
      const setext = !/^ {0,3}#/.test(token.raw)
      return nodes.heading.create({ level: token.depth, setext }, readTextOf(token, cursor))
    }
    case 'code':
      return readCode(token as Tokens.Code, cursor)
    case 'blockquote':
      return nodes.blockquote.create(null, blocksWithin(token.tokens ?? [], cursor))
    case 'list':
      return readList(token as Tokens.List, cursor)
    case 'table':
      return readTable(token as Tokens.Table, cursor)
    case 'hr':
      return nodes.rule.create({ source: token.raw.trim() })
    default:
      return rawBlock(token, RAW_KINDS[token.type] ?? 'source', cursor)
  }
}

function readTextOf(token: Tokens.Generic, cursor: BlockCursor): Node[] {
  const tokens = token.tokens ?? []
  const inline = inlineCursor(token.raw, tokens, cursor)
  return withoutLeadingSpace(readInline(tokens, [], inline), inline)
}

/** The cursor of the text in a block. */
function inlineCursor(raw: string, tokens: Token[], cursor: BlockCursor): Cursor {
  if (!cursor) return null
  const text = tokens.map((token) => token.raw).join('')
  const start = raw.indexOf(text)
  const place =
    cursor.place &&
    (start >= 0 ? partOf(cursor.place, start, text.length) : linesWithin(cursor.place, text))
  if (place) return { place, units: cursor.units }
  cursor.units.isExact = false
  return null
}

function blocksWithin(tokens: Token[], cursor: BlockCursor): Node[] {
  if (tokens.length === 0) return [nodes.paragraph.create()]
  const text = tokens.map(({ raw }) => raw).join('')
  const place = cursor?.place ? linesWithin(cursor.place, text) : null
  if (cursor && !place) cursor.units.isExact = false
  const read = readTokens(tokens, cursor && { place, units: cursor.units })
  return read.length > 0 ? read : [nodes.paragraph.create()]
}

function readCode(token: Tokens.Code, cursor: BlockCursor): Node {
  const isIndented = token.codeBlockStyle === 'indented'
  addLines(token.raw, token.text, cursor, isIndented ? 0 : 1)
  const fence = isIndented ? '' : (/^ *(`{3,}|~{3,})/.exec(token.raw)?.[1] ?? '```')
  const attrs = { info: token.lang ?? '', fence }
  return nodes.code_block.create(attrs, token.text ? schema.text(token.text) : null)
}

function rawBlock(token: Tokens.Generic, kind: string, cursor: BlockCursor): Node {
  const text = token.raw.replace(/\n[ \t\n]*$/, '')
  addLines(token.raw, text, cursor, 0)
  return nodes.raw_block.create({ kind }, text ? schema.text(text) : null)
}

/** Adds the units of a text that stands in lines as it is. */
function addLines(raw: string, text: string, cursor: BlockCursor, skippedLines: number) {
  if (!cursor || !text) return
  const start = skippedLines > 0 ? raw.indexOf('\n') + 1 : 0
  const outer = cursor.place && partOf(cursor.place, start, raw.length - start)
  const place = outer && linesWithin(outer, text)
  if (!place) {
    cursor.units.isExact = false
    return
  }
  for (let index = 0; index < text.length; index += 1) {
    cursor.units.from.push(place.at(index))
    cursor.units.to.push(place.at(index) + 1)
  }
}

function readList(token: Tokens.List, cursor: BlockCursor): Node {
  let at = 0
  const items = token.items.map((item) => {
    const start = Math.max(at, token.raw.indexOf(item.raw, at))
    at = start + item.raw.length
    const place = cursor?.place && partOf(cursor.place, start, item.raw.length)
    const within = cursor && { place: place ?? null, units: cursor.units }
    const pad = /^ *(?:[-+*]|\d+[.)])( {1,4})(?=\S)/.exec(item.raw)?.[1]?.length ?? 1
    const empty = EMPTY_TASK.exec(item.text)
    if (empty) {
      const checked = empty[1] !== ' '
      return nodes.list_item.create({ checked, pad }, nodes.paragraph.create())
    }
    const checked = item.task ? item.checked === true : null
    return nodes.list_item.create({ checked, pad }, blocksWithin(item.tokens, within))
  })
  const tight = !token.loose
  if (!token.ordered) {
    const bullet = /[-+*]/.exec(token.raw)?.[0] ?? '-'
    return nodes.bullet_list.create({ bullet, tight }, items)
  }
  const numbers = token.items.map(({ raw }) => /\d+/.exec(raw)?.[0])
  const step = numbers.length > 1 && numbers.every((number) => number === numbers[0]) ? 0 : 1
  const delimiter = /\d+([.)])/.exec(token.raw)?.[1] ?? '.'
  const start = token.start === '' ? 1 : token.start
  return nodes.ordered_list.create({ start, delimiter, step, tight }, items)
}
