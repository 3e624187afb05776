import { Mark, type Node } from 'prosemirror-model'
import { type Escaping, escapeLineStart, escapeText } from './escape-text.ts'

type Options = { escaping: Escaping; inTable?: boolean }
type Piece = { node: Node; marks: readonly Mark[] }

const EDGE_MARKS = new Set(['strong', 'em', 'strike'])

/** Writes the content of a text block as Markdown. Its lines are those of its breaks. */
export function writeInline(block: Node, options: Options): string {
  const pieces = piecesOf(block)
  let written = ''
  let open: Mark[] = []
  for (const [index, { node, marks }] of pieces.entries()) {
    const kept = open.filter((mark) => mark.isInSet(marks))
    const keep = open.findIndex((mark) => !mark.isInSet(marks))
    if (keep >= 0) {
      written += open.slice(keep).reverse().map(closing).join('')
      open = open.slice(0, keep)
    } else open = kept
    const opened = marks
      .filter((mark) => !mark.isInSet(open) && opens(mark))
      .map((mark) => ({ mark, until: extent(pieces, index, mark) }))
      .sort((a, b) => b.until - a.until)
      .map(({ mark }) => mark)
    written += opened.map(opening).join('')
    open = [...open, ...opened]
    written += writeLeaf(node, marks, around(pieces, index, open), options)
  }
  written += open.reverse().map(closing).join('')
  if (options.inTable) return written.trim()
  return written
    .split('\n')
    .map((line, index) => escapeLineStart(index === 0 ? line.trimStart() : line))
    .join('\n')
}

/** Whether a mark is written as something around its text; code and source are written by the text itself. */
function opens(mark: Mark): boolean {
  return mark.type.name !== 'code' && mark.type.name !== 'verbatim'
}

/** The inline nodes; white space at the edges of emphasis stands outside, where Markdown wants it. */
export function piecesOf(block: Node): Piece[] {
  const pieces: Piece[] = []
  block.forEach((node) => {
    const isCode = node.marks.some(({ type }) => type.name === 'code')
    const edges = node.isText && !isCode ? /^(\s*)([\s\S]*?)(\s*)$/.exec(node.text ?? '') : null
    if (!edges || !node.marks.some(({ type }) => EDGE_MARKS.has(type.name))) {
      pieces.push({ node, marks: node.marks })
      return
    }
    const parts = [edges[1] ?? '', edges[2] ?? '', edges[3] ?? '']
    let at = 0
    for (const part of parts) {
      if (part) pieces.push({ node: node.cut(at, at + part.length), marks: node.marks })
      at += part.length
    }
  })
  return liftSpace(pieces)
}

function liftSpace(pieces: Piece[]): Piece[] {
  const lifted = pieces.map((piece) => ({ ...piece }))
  for (const step of [1, -1]) {
    for (let index = 0; index < lifted.length; index += 1) {
      const piece = lifted[step > 0 ? index : lifted.length - 1 - index]
      const before = lifted[(step > 0 ? index : lifted.length - 1 - index) - step]
      if (!piece || !isBlank(piece.node)) continue
      piece.marks = piece.marks.filter(
        (mark) => !EDGE_MARKS.has(mark.type.name) || (before && mark.isInSet(before.marks)),
      )
    }
  }
  return lifted
}

function isBlank(node: Node): boolean {
  if (node.type.name === 'hard_break' || node.type.name === 'soft_break') return true
  const isCode = node.marks.some(({ type }) => type.name === 'code')
  return node.isText && !isCode && (node.text ?? '').trim() === ''
}

function extent(pieces: Piece[], from: number, mark: Mark): number {
  let until = from
  while (until < pieces.length && mark.isInSet(pieces[until]?.marks ?? [])) until += 1
  return until
}

function opening(mark: Mark): string {
  return mark.type.name === 'link' ? '[' : mark.attrs.marker
}

function closing(mark: Mark): string {
  if (mark.type.name !== 'link') return mark.attrs.marker
  return `]${mark.attrs.tail ?? targetOf(mark.attrs.href, mark.attrs.title)}`
}

/** Writes where a link or image leads: `(address "title")`. */
function targetOf(href: string, title: string | null): string {
  const isPlain = href !== '' && !/[\s<>()\\]|[^\x21-\uffff]/.test(href)
  const address = isPlain ? href : `<${href.replace(/[<>\\]/g, '\\$&').replace(/\s/g, '%20')}>`
  return title ? `(${address} "${title.replace(/["\\]/g, '\\$&')}")` : `(${address})`
}

type Surroundings = { before: string; after: string; inLink: boolean }

function around(pieces: Piece[], index: number, open: Mark[]): Surroundings {
  // Where marks begin or end, no space is beside the text, whatever stands behind the marks.
  const beside = (step: 1 | -1) => {
    const other = pieces[index + step]
    const isSame = other && Mark.sameSet(other.marks, pieces[index]?.marks ?? [])
    return isSame ? (other.node.text ?? '') : ''
  }
  return {
    before: beside(-1).at(-1) ?? '',
    after: beside(1)[0] ?? '',
    inLink: open.some(({ type }) => type.name === 'link'),
  }
}

function writeLeaf(
  node: Node,
  marks: readonly Mark[],
  surroundings: Surroundings,
  { escaping, inTable = false }: Options,
): string {
  switch (node.type.name) {
    case 'hard_break':
      return inTable ? '<br>' : node.attrs.source
    case 'soft_break':
      return inTable ? ' ' : node.attrs.source
    case 'image':
      return node.attrs.source ?? writeImage(node)
    case 'source_inline':
      return node.attrs.source
  }
  const text = (node.text ?? '').replace(/\s*\n\s*/g, ' ')
  if (marks.some(({ type }) => type.name === 'code')) return writeCode(text, inTable)
  if (escaping === 'needed' && marks.some(({ type }) => type.name === 'verbatim')) {
    return inTable ? text.replace(/\|/g, '\\|') : text
  }
  return escapeText(text, escaping, { ...surroundings, inTable })
}

function writeImage({ attrs }: Node): string {
  return `![${attrs.alt.replace(/[[\]\\*_`]/g, '\\$&')}]${targetOf(attrs.href, attrs.title)}`
}

function writeCode(text: string, inTable: boolean): string {
  let ticks = '`'
  const runs = new Set(text.match(/`+/g) ?? [])
  while (runs.has(ticks)) ticks += '`'
  const isPadded = /^`|`$/.test(text) || (/^ .* $/.test(text) && text.trim() !== '')
  const inner = isPadded ? ` ${text} ` : text
  return `${ticks}${inTable ? inner.replace(/\|/g, '\\|') : inner}${ticks}`
}
