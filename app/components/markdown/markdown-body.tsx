import { type MutableRefObject, useId, useRef } from 'react'
import { addTools } from './block-tools.tsx'
import { BlockView } from './block-view.tsx'
import type { SourceBlock } from './bounded-blocks.ts'
import { ColourContext, useIsColoured } from './colour-context.ts'
import { NotePrefixProvider } from './footnotes.tsx'
import { lazyPaintQueue } from './load-paint-queue.ts'
import { createMarkdownReader, parseMarkdown } from './parse-markdown.ts'

export { csvOfTable, htmlOfMessage } from './copied-content.ts'

/** On the server, where what has been rendered is kept. */
const keptHtml = import.meta.env.SSR ? (await import('./kept-html.ts')).keptHtml : undefined

type MarkdownBodyProps = { text: string; isLive: boolean }

/**
 * Renders Markdown as React elements. HTML in the text is never interpreted.
 * When a text is complete, it is read as a whole, which may find references that
 * are defined behind where they are used; its other elements stay as they are.
 */
export function MarkdownBody({ text, isLive }: MarkdownBodyProps) {
  const growing = useRef<Growing>()
  const isColoured = useIsColoured(text, countCode)
  const notes = useId().replaceAll(':', '')
  // The ids of footnotes are others in each place that shows the text.
  if (keptHtml && !isLive && !text.includes('[^')) {
    const html = keptHtml(text, isColoured, () => (
      <ColourContext.Provider value={isColoured}>
        {renderBlocks(parseMarkdown(text).blocks, false)}
      </ColourContext.Provider>
    ))
    // biome-ignore lint/security/noDangerouslySetInnerHtml: what React has rendered
    return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  }
  const blocks = isLive ? growingBlocks(growing, text) : parseMarkdown(text).blocks
  return (
    <NotePrefixProvider value={notes}>
      <ColourContext.Provider value={isColoured}>
        <div className="prose">{renderBlocks(blocks, isLive)}</div>
      </ColourContext.Provider>
    </NotePrefixProvider>
  )
}

/** How many characters of code a text has, about. */
export function countCode(text: string): number {
  let characters = 0
  for (const { block, source } of parseMarkdown(text).blocks) {
    // A list or a quote with code in it is mostly that.
    if (block.type === 'code' || source.includes('```')) characters += source.length
  }
  return characters
}

/** How many elements a text is rendered as, about. */
export function countElements(text: string): number {
  return parseMarkdown(text).elements
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

function renderBlocks(blocks: SourceBlock[], isLive: boolean) {
  return blocks.map(({ source, block }, index) => {
    const isOpen = isLive && index === blocks.length - 1
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    return <BlockView key={index} source={source} block={block} isOpen={isOpen} />
  })
}

// What the server has rendered gets its buttons, and the colours that the server left out.
if (!import.meta.env.SSR) {
  addTools(document)
  const behind = [...document.querySelectorAll<HTMLElement>('code[data-behind]')]
  if (behind.length > 0) {
    lazyPaintQueue.whenLoaded(({ requestPaint }) => {
      for (const place of behind) {
        requestPaint(place, place.textContent ?? '', place.dataset.behind ?? '')
      }
      return undefined
    })
  }
}
