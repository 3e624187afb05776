import { escapeHtml } from './escape-html.ts'
import { highlight } from './highlighter.ts'

/** Characters that are coloured at once at most. */
const WINDOW = 4_000
/** Characters of a text that are coloured; what is behind them is shown plain. */
const MAX_COLOURED = 60_000

/** A text as HTML, in pieces that follow each other. */
export type PaintedCode = {
  pieces: string[]
  /** Whether the time was up before all was coloured; painting again goes on. */
  isBehind: boolean
}

export type CodePainter = ReturnType<typeof createCodePainter>

/**
 * Colours a text that may grow. What has been coloured up to a line that begins anew
 * is not coloured again, so that each call costs what has come since, and the pieces
 * before stay the same strings.
 *
 * @param language as `highlight` takes it
 */
export function createCodePainter(language: string | undefined) {
  let finished = ''
  let pieces: string[] = []

  /**
   * @param timeMs after which the rest is left plain; looked at after each window of a
   *   few thousand characters, one of which is always coloured
   */
  return function paint(text: string, timeMs: number): PaintedCode {
    if (!text.startsWith(finished)) {
      finished = ''
      pieces = []
    }
    const deadline = performance.now() + timeMs
    const start = finished.length
    const end = Math.min(text.length, MAX_COLOURED)
    while (finished.length < end) {
      const at = finished.length
      if (at > start && performance.now() > deadline) return withRest(text.slice(at), true)
      const window = text.slice(at, Math.min(at + WINDOW, end))
      const { html, checkpoint, htmlCheckpoint } = highlight(window, language)
      if (at + window.length === text.length) return { pieces: [...pieces, html], isBehind: false }
      if (checkpoint > 0) {
        pieces.push(html.slice(0, htmlCheckpoint))
        finished += window.slice(0, checkpoint)
      } else {
        // No line begins anew, as in a very long comment.
        const cut = window.lastIndexOf('\n') + 1 || window.length
        pieces.push(cut === window.length ? html : highlight(window.slice(0, cut), language).html)
        finished += window.slice(0, cut)
      }
    }
    return withRest(text.slice(finished.length), false)
  }

  function withRest(rest: string, isBehind: boolean): PaintedCode {
    return { pieces: rest ? [...pieces, escapeHtml(rest)] : [...pieces], isBehind }
  }
}
