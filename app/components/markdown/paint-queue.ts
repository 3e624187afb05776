import { grammarSteps } from '../highlight/highlighter.ts'
import { type CodePainter, createCodePainter } from '../highlight/paint-code.ts'

/** Milliseconds after a frame in which code is coloured. */
const FRAME_MS = 8
/** Milliseconds until code is looked at again in which text is selected. */
const SELECTED_MS = 500

type Work = { place: Element; code: string; language: string; paint: CodePainter }

const waiting: Work[] = []
let isRequested = false

/**
 * Colours code, a bounded piece after each frame, what was asked for last first: that is
 * where the reader is. Code in which text is selected waits until it is not.
 *
 * @returns a function that takes the request back
 */
export function requestPaint(place: Element, code: string, language: string): () => void {
  const work = { place, code, language, paint: createCodePainter(language) }
  waiting.push(work)
  requestFrame()
  return () => {
    const at = waiting.indexOf(work)
    if (at >= 0) waiting.splice(at, 1)
  }
}

function requestFrame() {
  if (isRequested || waiting.length === 0) return
  isRequested = true
  // Behind the frame, whose own work may be long.
  requestAnimationFrame(() => setTimeout(paintSome))
}

function paintSome() {
  isRequested = false
  const deadline = performance.now() + FRAME_MS
  const selected: Work[] = []
  for (let work = waiting.pop(); work; work = waiting.pop()) {
    const [prepareGrammar] = grammarSteps(work.language)
    if (prepareGrammar) {
      prepareGrammar()
      waiting.push(work)
      break
    }
    if (isSelected(work.place)) selected.push(work)
    else if (paint(work, deadline)) continue
    else waiting.push(work)
    if (performance.now() > deadline) break
  }
  if (waiting.length > 0) requestFrame()
  if (selected.length > 0) {
    waiting.unshift(...selected)
    setTimeout(requestFrame, SELECTED_MS)
  }
}

/** Whether all of it is coloured. */
function paint({ place, code, paint }: Work, deadline: number): boolean {
  const { pieces, isBehind } = paint(code, Math.max(1, deadline - performance.now()))
  if (isBehind) return false
  place.innerHTML = pieces.join('')
  place.removeAttribute('data-behind')
  return true
}

function isSelected(place: Element): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && selection.containsNode(place, true)
}
