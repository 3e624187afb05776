import { renderToStaticMarkup } from 'react-dom/server'
import { Block } from '../markdown/block.tsx'
import { createIncrementalParser } from '../markdown/parse-blocks.ts'

/**
 * Renders one text of a live reply while it grows. Its HTML is a row of
 * `<div><p class="raw">…</p><div class="done">…</div></div>`: the plain text of
 * a block as it comes, then the block formatted. The style rule
 * `.raw:has(+ .done)` hides the plain text from then on.
 */
export function createLiveText(isReasoning: boolean) {
  const parse = createIncrementalParser()
  let text = ''
  /** Blocks that have been sent formatted. */
  let formatted = 0
  /** The length of the text from which it is parsed again. */
  let nextParseAt = 0

  /** The blocks that have become complete, formatted, and the plain start of the next; '' if none has. */
  function completeBlocks(): string {
    const { finished: blocks, open } = parse(text)
    // The cost of parsing grows with the open block, so a longer one is parsed less often.
    const openLength = open.reduce((sum, { raw }) => sum + raw.length, 0)
    nextParseAt = text.length + Math.floor(openLength / PARSE_FRACTION)
    if (blocks.length === formatted) return ''
    const markup = blocks
      .slice(formatted)
      .map((token) => renderToStaticMarkup(<Block token={token} />))
    formatted = blocks.length
    const rest = open.map(({ raw }) => raw).join('')
    return `${CLOSE_RAW}${markup.join('')}${CLOSE_DONE}${OPEN}${escapeHtml(rest)}`
  }

  return {
    start: () =>
      (isReasoning ? `<details class="reasoning" open><summary>Thinking</summary>` : '') +
      `<div class="prose">${OPEN}`,
    add(delta: string): string {
      // A block is complete when the next one begins, which is at the start of a line.
      const startsLine = delta.includes('\n') || text.endsWith('\n')
      text += delta
      if (text.length < nextParseAt) return escapeHtml(delta)
      return (startsLine && completeBlocks()) || escapeHtml(delta)
    },
    end(): string {
      const { finished: blocks, open } = parse(text)
      const rest = [...blocks.slice(formatted), ...open]
      const markup = rest.map((token) => renderToStaticMarkup(<Block token={token} />))
      return `${CLOSE_RAW}${markup.join('')}${CLOSE_DONE}</div>${isReasoning ? '</details>' : ''}`
    },
  }
}

/** An open block is parsed again when it has grown by a twentieth of its length. */
const PARSE_FRACTION = 20

const OPEN = '<div><p class="raw">'
const CLOSE_RAW = '</p><div class="done">'
const CLOSE_DONE = '</div></div>'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
