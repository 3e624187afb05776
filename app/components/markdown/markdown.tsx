import type { MarkedToken } from 'marked'
import { memo, useRef } from 'react'
import { Block } from './block.tsx'
import { createIncrementalParser, parseBlocks } from './parse-blocks.ts'

/** Markdown as elements: the same on the server and in the browser, never as HTML text. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className="prose">{renderBlocks(parseBlocks(text))}</div>
})

/** Markdown of a text that is still being written: finished blocks are left alone. */
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
