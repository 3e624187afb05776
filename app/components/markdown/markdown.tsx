import { memo, useRef } from 'react'
import { BlockView } from './block-view.tsx'
import type { SourceBlock } from './bounded-blocks.ts'
import { createMarkdownReader, parseMarkdown } from './parse-markdown.ts'

/** Renders Markdown as React elements. HTML in the text is never interpreted. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="prose">{renderBlocks(parseMarkdown(text))}</div>
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

/** Renders Markdown of a text that is still being written: blocks that are complete do not render again. */
export function StreamingMarkdown({ text }: { text: string }) {
  const growing = useRef<Growing>()
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
  return <div className="prose">{renderBlocks([...current.finished, ...current.open])}</div>
}

function renderBlocks(blocks: SourceBlock[]) {
  return blocks.map(({ source, block }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    <BlockView key={index} source={source} block={block} />
  ))
}
