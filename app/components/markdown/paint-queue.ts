import { grammarSteps } from '../highlight/highlighter.ts'
import { type CodePainter, createCodePainter } from '../highlight/paint-code.ts'

/** Milliseconds after a frame in which code is coloured. */
const FRAME_MS = 8
/** Milliseconds until code is looked at again in which text is selected. */
const SELECTED_MS = 500

type Painted = { place: Element; pieces: string[] }
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
  const painted: Painted[] = []
  for (let work = waiting.pop(); work; work = waiting.pop()) {
    const [prepareGrammar] = grammarSteps(work.language)
    if (prepareGrammar) {
      prepareGrammar()
      waiting.push(work)
      break
    }
    const pieces = isSelected(work.place) ? null : paint(work, deadline)
    if (pieces === null) selected.push(work)
    else if (pieces) painted.push({ place: work.place, pieces })
    else waiting.push(work)
    if (performance.now() > deadline) break
  }
  // All at once: to ask for the selection between two of them would lay out the page anew.
  for (const { place, pieces } of painted) show(place, pieces)
  if (waiting.length > 0) requestFrame()
  if (selected.length > 0) {
    waiting.unshift(...selected)
    setTimeout(requestFrame, SELECTED_MS)
  }
}

/** The pieces of code when all of it is coloured. */
function paint({ code, paint }: Work, deadline: number): string[] | undefined {
  const { pieces, isBehind } = paint(code, Math.max(1, deadline - performance.now()))
  return isBehind ? undefined : pieces
}

function show(place: Element, pieces: string[]) {
  place.innerHTML = pieces.join('')
  place.removeAttribute('data-behind')
}

function isSelected(place: Element): boolean {
  const selection = getSelection()
  return selection?.isCollapsed === false && selection.containsNode(place, true)
}
