import { Fragment, type Node, type ResolvedPos, Slice } from 'prosemirror-model'
import { Plugin } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { lexMarkdown } from '../markdown/lex-markdown.ts'
import { readTokens } from '../markdown/read-tokens.ts'
import { schema } from '../markdown/schema.ts'
import { writeBlock } from '../markdown/write-blocks.ts'
import { hasCells, plainCells } from './tables.ts'

const { nodes } = schema

/** Longer text than this is pasted as it is, in paragraphs. */
const MAX_FORMATTED = 1_000_000

/**
 * Text that is pasted is read as Markdown; what comes from web pages is taken over
 * as far as the schema knows it. What is copied is Markdown for other programs.
 */
export function clipboard(): Plugin {
  return new Plugin({
    props: {
      clipboardTextParser: (text, context, isPlain) =>
        (isPlain || text.length > MAX_FORMATTED ? null : markdownSlice(text)) ??
        plainSlice(text, context),
      clipboardTextSerializer: (slice) => markdownOf(slice),
      transformPastedHTML: withoutActiveParts,
      transformPasted(slice, view) {
        const plain = plainCells(withoutKeys(slice))
        return isInTable(view.state) ? withinCell(plain) : plain
      },
      handlePaste(view, event) {
        const data = event.clipboardData
        // A code editor says how it colours text; the text itself is meant.
        if (!data?.types.includes('vscode-editor-data')) return false
        const text = data.getData('text/plain')
        if (text) view.pasteText(text)
        return text !== ''
      },
    },
  })
}

/**
 * The schema takes over nothing that runs or styles. But a browser reports handlers and style sheets
 * of pasted HTML as soon as it is parsed, also where they can do nothing.
 */
function withoutActiveParts(html: string): string {
  return html
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/[\s/]on[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, ' '),
    )
}

/**
 * Markdown as what it means, to be put in; its first and last paragraphs join the text
 * around them. Null when it cannot be read.
 */
export function markdownSlice(text: string): Slice | null {
  const { tokens } = lexMarkdown(text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd())
  return tokens.length > 0 ? openSlice(readTokens(tokens, null)) : null
}

function plainSlice(text: string, context: ResolvedPos): Slice {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((lines) => {
      const content = lines
        .split('\n')
        .flatMap((line, index) => [
          ...(index > 0 ? [nodes.hard_break.create()] : []),
          ...(line ? [schema.text(line, context.marks())] : []),
        ])
      return nodes.paragraph.create(null, content)
    })
  return openSlice(paragraphs)
}

function openSlice(blocks: Node[]): Slice {
  const isParagraph = (node: Node | undefined) => (node?.type === nodes.paragraph ? 1 : 0)
  return new Slice(Fragment.from(blocks), isParagraph(blocks[0]), isParagraph(blocks.at(-1)))
}

/** A cell is one line: blocks that are pasted into it follow each other there, or they would tear the table. */
export function withinCell(slice: Slice): Slice {
  if (hasCells(slice) || slice.content.firstChild?.isInline) return slice
  const line: Node[] = []
  slice.content.descendants((block) => {
    if (!block.isTextblock) return true
    if (line.length > 0) line.push(schema.text(' '))
    line.push(...block.content.content)
    return false
  })
  return new Slice(Fragment.from(line), 0, 0)
}

/** What is copied: the words of a part of one block, the Markdown of more. */
export function markdownOf({ content, openStart, openEnd }: Slice): string {
  const first = content.firstChild
  const isPart = content.childCount === 1 && openStart > 0 && openEnd > 0
  if (!first || (isPart && holdsOneTextBlock(first))) {
    return content.textBetween(
      0,
      content.size,
      '\n\n',
      (leaf) => leaf.type.spec.leafText?.(leaf) ?? '',
    )
  }
  // Selected cells come as rows alone.
  const blocks =
    first.type === nodes.table_row ? Fragment.from(nodes.table.create(null, content)) : content
  const written: string[] = []
  blocks.forEach((node) => {
    written.push(writeBlock(node, { escaping: 'needed' }))
  })
  return written.join('\n\n')
}

function holdsOneTextBlock(node: Node): boolean {
  if (node.isTextblock) return true
  return node.childCount === 1 && node.firstChild !== null && holdsOneTextBlock(node.firstChild)
}

/** Blocks that are put in have no source of their own here. */
function withoutKeys(slice: Slice): Slice {
  let content = slice.content
  slice.content.forEach((node, _offset, index) => {
    if (node.attrs.kept == null) return
    const bare = node.type.create({ ...node.attrs, kept: null }, node.content, node.marks)
    content = content.replaceChild(index, bare)
  })
  return new Slice(content, slice.openStart, slice.openEnd)
}
