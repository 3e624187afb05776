import { useCallback, useEffect, useRef, useState } from 'react'
import { readRunMessage } from './run-message.ts'

type HtmlPreviewProps = {
  html: string
  onClose(): void
}

/** Errors of a page that are listed at most. */
const MAX_ERRORS = 20

/**
 * Shows an HTML document as a page, in a frame of its own: its scripts run, but it has
 * an opaque origin and no network (docs/decisions/0032-running-code.md). To show
 * another document, give it another `key`: a frame shows one only once.
 */
export function HtmlPreview({ html, onClose }: HtmlPreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [errors, setErrors] = useState<string[]>([])
  const shown = useRef(html)
  const isShown = useRef(false)

  const onMessage = useCallback(({ source, data }: MessageEvent) => {
    const target = frame.current?.contentWindow
    if (!target || source !== target) return
    if (data?.type === 'ready' && !isShown.current) {
      isShown.current = true
      // Its origin is opaque, so that none can be named; the frame itself has been checked.
      target.postMessage({ type: 'show', html: shown.current }, '*')
    }
    const message = readRunMessage(data)
    if (message?.type !== 'error') return
    setErrors((known) => (known.length < MAX_ERRORS ? [...known, message.message] : known))
  }, [])

  useEffect(() => {
    window.addEventListener('message', onMessage)
    frame.current?.scrollIntoView({ block: 'nearest' })
    return () => window.removeEventListener('message', onMessage)
  }, [onMessage])

  return (
    <section className="run-panel" aria-label="Preview">
      <header>
        <p>Preview, without a network</p>
        <button type="button" className="button small" onClick={onClose}>
          Close
        </button>
      </header>
      <iframe
        ref={frame}
        className="html-preview"
        title="Preview"
        sandbox="allow-scripts"
        src="/run/preview.html"
      />
      <ul aria-live="polite">
        {errors.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors are only added
          <li key={index} className="run-error">
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
