import { type RefObject, useEffect, useRef, useState } from 'react'
import { escapeHtml } from './escape-html.ts'
import { loadedPainter, loadPainter } from './load-painter.ts'
import type { PaintedCode } from './paint-code.ts'

type HighlightedCodeProps = {
  code: string
  /** A name of a language, or an alias of one; undefined for plain text. */
  language: string | undefined
}

/** Milliseconds that colouring may take on the server, for a page, and in the browser, for a frame. */
const SERVER_MS = 40
const FRAME_MS = 8

/**
 * Code with its colours, as a `code` element. The server colours what it renders. In
 * the browser code that comes later is shown plain until the highlighter has been
 * loaded; as it grows, only what is new is coloured.
 */
export function HighlightedCode({ code, language }: HighlightedCodeProps) {
  const element = useRef<HTMLElement>(null)
  // React leaves what the server has written where it is: it hydrates no inner HTML, and
  // this one never changes. All later changes are made by `usePainting`.
  const [{ pieces, isBehind }] = useState(() => firstPieces(code, language))
  usePainting(element, code, language)
  return (
    <code
      ref={element}
      data-behind={isBehind || undefined}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: spans of ours around escaped text
      dangerouslySetInnerHTML={{ __html: pieces.map(asSpan).join('') }}
    />
  )
}

function firstPieces(code: string, language: string | undefined): PaintedCode {
  const createPainter = loadedPainter()
  if (createPainter) return createPainter(language)(code, SERVER_MS)
  return { pieces: [escapeHtml(code)], isBehind: language !== undefined }
}

function asSpan(html: string): string {
  return `<span>${html}</span>`
}

/** Keeps the element showing the code: plain at first, then coloured, a bounded piece with each frame. */
function usePainting(ref: RefObject<HTMLElement>, code: string, language: string | undefined) {
  const painting = useRef<{ language: string | undefined; paint: Paint; shown: string[] | null }>()

  useEffect(() => {
    const element = ref.current
    if (!element) return
    let frame = 0
    let isOver = false

    function paintOn() {
      const createPainter = loadedPainter()
      if (!element || isOver || !createPainter) return
      if (painting.current?.language !== language || !painting.current) {
        painting.current = { language, paint: createPainter(language), shown: null }
      }
      const { paint, shown } = painting.current
      const { pieces, isBehind } = paint(code, FRAME_MS)
      showPieces(element, shown, pieces)
      painting.current.shown = pieces
      element.toggleAttribute('data-behind', isBehind)
      if (isBehind) frame = requestAnimationFrame(paintOn)
    }

    const isShown = element.textContent === code.replace(/\r\n?/g, '\n')
    // As the server has written it.
    if (isShown && !painting.current && !element.hasAttribute('data-behind')) return
    if (loadedPainter()) paintOn()
    else {
      if (!isShown) showPieces(element, null, [escapeHtml(code)])
      // Without the highlighter the code is there, without its colours.
      if (language !== undefined) loadPainter().then(paintOn, () => {})
    }
    return () => {
      isOver = true
      cancelAnimationFrame(frame)
    }
  }, [ref, code, language])
}

type Paint = (code: string, timeMs: number) => PaintedCode

/** @param shown what the element shows so far; null where that is not known */
function showPieces(element: HTMLElement, shown: string[] | null, pieces: string[]) {
  if (!shown) {
    element.innerHTML = pieces.map(asSpan).join('')
    return
  }
  pieces.forEach((html, index) => {
    if (shown[index] === html) return
    const piece = element.children[index] ?? element.appendChild(document.createElement('span'))
    piece.innerHTML = html
  })
  while (element.children.length > pieces.length) element.lastElementChild?.remove()
}
