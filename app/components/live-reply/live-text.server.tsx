import { renderToStaticMarkup } from 'react-dom/server'
import { Block } from '../markdown/block.tsx'
import { createIncrementalParser } from '../markdown/parse-blocks.ts'

/**
 * One text of a live reply. Its HTML is a row of `<div><p class="raw">…</p>
 * <div class="done">…</div></div>`: the raw text of a block as it comes, then
 * the block formatted, which hides the raw one (`.raw:has(+ .done)`).
 */
export function createLiveText(isReasoning: boolean) {
  const parse = createIncrementalParser()
  let text = ''
  let finished = 0
  /** From which length on it is worth looking again. */
  let lookAt = 0

  /** The formatted blocks that have become whole, and the raw beginning of the next. */
  function turn(): string {
    const { finished: blocks, open } = parse(text)
    // Looking costs as much as the open block is long: a longer one is looked at more rarely.
    const openLength = open.reduce((sum, { raw }) => sum + raw.length, 0)
    lookAt = text.length + Math.floor(openLength / LOOK_AFTER)
    if (blocks.length === finished) return ''
    const markup = blocks
      .slice(finished)
      .map((token) => renderToStaticMarkup(<Block token={token} />))
    finished = blocks.length
    const rest = open.map(({ raw }) => raw).join('')
    return `${CLOSE_RAW}${markup.join('')}${CLOSE_DONE}${OPEN}${escapeHtml(rest)}`
  }

  return {
    start: () =>
      (isReasoning ? `<details class="reasoning" open><summary>Thinking</summary>` : '') +
      `<div class="prose">${OPEN}`,
    add(delta: string): string {
      // A block is whole when the next one begins, and that is where a line begins.
      const mayTurn = delta.includes('\n') || text.endsWith('\n')
      text += delta
      if (text.length < lookAt) return escapeHtml(delta)
      return (mayTurn && turn()) || escapeHtml(delta)
    },
    end(): string {
      const { finished: blocks, open } = parse(text)
      const rest = [...blocks.slice(finished), ...open]
      const markup = rest.map((token) => renderToStaticMarkup(<Block token={token} />))
      return `${CLOSE_RAW}${markup.join('')}${CLOSE_DONE}</div>${isReasoning ? '</details>' : ''}`
    },
  }
}

/** An open block is looked at again when it has grown by this part of its length. */
const LOOK_AFTER = 20

const OPEN = '<div><p class="raw">'
const CLOSE_RAW = '</p><div class="done">'
const CLOSE_DONE = '</div></div>'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
