import { renderToStaticMarkup } from 'react-dom/server'
import { BlockView } from '../markdown/block-view.tsx'
import type { SourceBlock } from '../markdown/bounded-blocks.ts'
import { createMarkdownReader } from '../markdown/parse-markdown.ts'

/**
 * Renders one text of a live reply while it grows. Its HTML is a row of
 * `<div><p class="raw">…</p><div class="done">…</div></div>`: the plain text of
 * a block as it comes, then the block formatted. The style rule
 * `.raw:has(+ .done)` hides the plain text from then on.
 */
export function createLiveText(isReasoning: boolean) {
  const reader = createMarkdownReader()
  /** What has been added since the text was last read. */
  let unread = ''
  /** The length of what has not been read from which it is read again. */
  let readAt = 0
  let endsLine = false

  /** The blocks that have become complete, formatted, and the plain start of the next; '' if none has. */
  function completeBlocks(): string {
    const { finished, openText } = reader.add(unread)
    unread = ''
    // The cost of reading grows with what is open, so a longer one is read less often.
    readAt = Math.floor(openText.length / READ_FRACTION)
    if (finished.length === 0) return ''
    return `${CLOSE_RAW}${finished.map(toHtml).join('')}${CLOSE_DONE}${OPEN}${escapeHtml(openText)}`
  }

  return {
    start: () =>
      (isReasoning ? `<details class="reasoning" open><summary>Thinking</summary>` : '') +
      `<div class="prose">${OPEN}`,
    add(delta: string): string {
      // A block is complete when the next one begins, which is at the start of a line.
      const startsLine = endsLine || delta.includes('\n')
      endsLine = delta === '' ? endsLine : delta.endsWith('\n')
      unread += delta
      if (unread.length < readAt) return escapeHtml(delta)
      return (startsLine && completeBlocks()) || escapeHtml(delta)
    },
    end(): string {
      const { finished, open } = reader.add(unread)
      const markup = [...finished, ...open].map(toHtml)
      return `${CLOSE_RAW}${markup.join('')}${CLOSE_DONE}</div>${isReasoning ? '</details>' : ''}`
    },
  }
}

function toHtml({ source, block }: SourceBlock): string {
  return renderToStaticMarkup(<BlockView source={source} block={block} />)
}

/** What is open is read again when it has grown by an eighth of its length. */
const READ_FRACTION = 8

const OPEN = '<div><p class="raw">'
const CLOSE_RAW = '</p><div class="done">'
const CLOSE_DONE = '</div></div>'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
