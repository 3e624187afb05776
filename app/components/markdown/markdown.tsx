import type { MarkedToken } from 'marked'
import { memo, useRef } from 'react'
import { Block } from './block.tsx'
import { createIncrementalParser, parseBlocks } from './parse-blocks.ts'

/** Renders Markdown as React elements. HTML in the text is never interpreted. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="prose">{renderBlocks(parseBlocks(text))}</div>
})

/** Renders Markdown of a text that is still being written: blocks that are complete do not render again. */
export function StreamingMarkdown({ text }: { text: string }) {
  const parser = useRef<ReturnType<typeof createIncrementalParser>>()
  parser.current ??= createIncrementalParser()
  const { finished, open } = parser.current(text)
  return <div className="prose">{renderBlocks([...finished, ...open])}</div>
}

function renderBlocks(tokens: MarkedToken[]) {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    <Block key={index} token={token} />
  ))
}
