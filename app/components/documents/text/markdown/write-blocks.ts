import type { Node } from 'prosemirror-model'
import type { Escaping } from './escape-text.ts'
import { writeInline } from './write-inline.ts'

type Options = {
  escaping: Escaping
  /** The marks of the lists beside this block, which would become one list with it. */
  beside?: string[]
  /** Whether a blank line stands between all blocks, in tight lists too. */
  isLoose?: boolean
}

/** Writes one block as Markdown, without a line end behind it. */
export function writeBlock(node: Node, options: Options): string {
  switch (node.type.name) {
    case 'heading':
      return writeHeading(node, options)
    case 'blockquote':
      return prefixed(writeBlocks(node, options), '> ')
    case 'bullet_list':
    case 'ordered_list':
      return writeList(node, options)
    case 'code_block':
      return writeCode(node, options.beside ?? [])
    case 'raw_block':
      return node.textContent
    case 'table':
      return writeTable(node, options)
    case 'rule':
      return node.attrs.source
    default:
      return writeInline(node, options)
  }
}

/** Writes the blocks within another one. */
function writeBlocks(parent: Node, { escaping, isLoose }: Options, between = '\n\n'): string {
  const written: string[] = []
  let markBefore: string | null = null
  parent.forEach((node, _offset, index) => {
    const beside = markBefore ? [markBefore] : []
    const block = writeBlock(node, { escaping, isLoose, beside })
    markBefore = writtenMark(node, block)
    if (index > 0) written.push(separator(parent.child(index - 1), node, between))
    written.push(block)
  })
  return written.join('')
}

/** A list may follow its item's text at once; anything else needs a blank line to be a block of its own. */
function separator(before: Node, node: Node, between: string): string {
  const isList = node.type.name === 'bullet_list' || node.type.name === 'ordered_list'
  if (between === '\n' && isList && before.type.name === 'paragraph') return '\n'
  if (between === '\n' && before.type.name !== 'paragraph' && node.type.name !== 'paragraph') {
    return isList ? '\n' : '\n\n'
  }
  return '\n\n'
}

/** The mark by which a list is told from one beside it; null when the node is no list. */
export function listMark(node: Node | null): string | null {
  if (node?.type.name === 'bullet_list') return node.attrs.bullet
  return node?.type.name === 'ordered_list' ? node.attrs.delimiter : null
}

/** The mark that a list was written with, which may be another one than it had; null when the node is no list. */
export function writtenMark(node: Node, written: string): string | null {
  if (listMark(node) === null) return null
  return /^\s*(?:([-+*])|\d+([.)]))/.exec(written)?.slice(1).find(Boolean) ?? null
}

function prefixed(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (line ? prefix + line : prefix.trimEnd()))
    .join('\n')
}

function writeHeading(node: Node, options: Options): string {
  const { level, setext } = node.attrs
  const text = writeInline(node, options)
  if (setext && level <= 2 && text.trim()) return `${text}\n${level === 1 ? '===' : '---'}`
  const line = text.replace(/\s*\\?\n\s*/g, ' ').trim()
  // A closing run of # would be taken away.
  return `${'#'.repeat(level)} ${line.replace(/(^|\s)(#+)$/, '$1\\$2')}`.trimEnd()
}

function writeList(list: Node, options: Options): string {
  const mark = listMark(list) ?? '-'
  const own = options.beside?.includes(mark) ? otherMark(mark, options.beside) : mark
  const items: string[] = []
  list.forEach((item, _offset, index) => {
    const { start, step } = list.attrs
    const marker = list.type.name === 'ordered_list' ? `${start + index * step}${own}` : own
    items.push(writeItem(item, marker, list.attrs.tight, options))
  })
  return items.join(list.attrs.tight ? '\n' : '\n\n')
}

function otherMark(mark: string, beside: string[]): string {
  if (mark === '.' || mark === ')') return mark === '.' ? ')' : '.'
  return ['-', '*', '+'].find((bullet) => !beside.includes(bullet)) ?? mark
}

function writeItem(item: Node, marker: string, tight: boolean, options: Options): string {
  const { checked, pad } = item.attrs
  const box = checked === null ? '' : `[${checked ? 'x' : ' '}] `
  const blocks = writeBlocks(item, options, tight && !options.isLoose ? '\n' : '\n\n')
  const content = blocks ? box + blocks : box.trimEnd()
  if (!content.trim()) return marker
  // A first block that begins with spaces of its own must not be wider than the marker.
  const first = item.firstChild
  const isIndented = first?.type.name === 'code_block' && first.attrs.fence === ''
  const lead = marker + ' '.repeat(isIndented ? 1 : pad)
  return content
    .split('\n')
    .map((line, index) => (index === 0 ? lead + line : line ? ' '.repeat(lead.length) + line : ''))
    .join('\n')
}

function writeCode(node: Node, beside: string[]): string {
  const text = node.textContent
  const { fence, info } = node.attrs
  // Indented code behind a list would belong to its last item.
  if (fence === '' && text.trim() && !/^\s*\n|\n\s*$/.test(text) && beside.length === 0) {
    return prefixed(text, '    ').replace(/^ +$/gm, '')
  }
  let own = fence || '```'
  if (own.startsWith('`') && info.includes('`')) own = '~~~'
  while (new RegExp(`^ {0,3}${own}`, 'm').test(text)) own += own[0]
  return `${own}${info}\n${text}${text ? '\n' : ''}${own}`
}

function writeTable(table: Node, { escaping }: Options): string {
  const lines: string[] = []
  table.forEach((row, _offset, index) => {
    const cells: string[] = []
    row.forEach((cell) => {
      cells.push(writeInline(cell, { escaping, inTable: true }))
    })
    lines.push(`| ${cells.join(' | ')} |`)
    if (index === 0) lines.push(`| ${delimiters(row).join(' | ')} |`)
  })
  return lines.join('\n')
}

function delimiters(header: Node): string[] {
  const written: string[] = []
  header.forEach(({ attrs: { align } }) => {
    const start = align === 'left' || align === 'center' ? ':' : ''
    written.push(`${start}---${align === 'right' || align === 'center' ? ':' : ''}`)
  })
  return written
}
