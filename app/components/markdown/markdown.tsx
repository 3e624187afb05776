import { type MutableRefObject, memo, useRef } from 'react'
import { BlockView } from './block-view.tsx'
import type { SourceBlock } from './bounded-blocks.ts'
import { createMarkdownReader, parseMarkdown } from './parse-markdown.ts'

type MarkdownProps = {
  text: string
  /** Whether the text is still being written: blocks that are complete are then not read again. */
  isLive?: boolean
}

/**
 * Renders Markdown as React elements. HTML in the text is never interpreted.
 * When a text is complete, it is read as a whole, which may find references that
 * are defined behind where they are used; its other elements stay as they are.
 */
export const Markdown = memo(function Markdown({ text, isLive = false }: MarkdownProps) {
  const growing = useRef<Growing>()
  const blocks = isLive ? growingBlocks(growing, text) : parseMarkdown(text).blocks
  return <div className="prose">{renderBlocks(blocks)}</div>
})

/** Shows Markdown as it is written, where a page has more of it than is formatted. */
export function PlainMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <p className="whitespace-pre-wrap">{text}</p>
    </div>
  )
}

type Growing = {
  text: string
  read: ReturnType<typeof createMarkdownReader>
  finished: SourceBlock[]
  open: SourceBlock[]
}

function growingBlocks(
  growing: MutableRefObject<Growing | undefined>,
  text: string,
): SourceBlock[] {
  if (!growing.current || !text.startsWith(growing.current.text)) {
    growing.current = { text: '', read: createMarkdownReader(), finished: [], open: [] }
  }
  const { current } = growing
  if (text.length > current.text.length) {
    const { finished, open } = current.read.add(text.slice(current.text.length))
    current.text = text
    current.open = open
    for (const block of finished) current.finished.push(block)
  }
  return [...current.finished, ...current.open]
}

function renderBlocks(blocks: SourceBlock[]) {
  return blocks.map(({ source, block }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    <BlockView key={index} source={source} block={block} />
  ))
}
