import { useState } from 'react'
import { closedDemoNoteCookie } from '#app/demo-note-cookie.ts'

/** Says that no real model answers, and how to connect one, until it is closed. */
export function DemoNote() {
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  return (
    <aside className="banner demo-note" aria-label="Demo model">
      <details>
        <summary>
          <strong>Demo model.</strong> Its answers are prepared.
        </summary>
        <p>
          To talk to a real model, set <code>OPENAI_API_KEY</code>, or <code>OPENAI_BASE_URL</code>{' '}
          for any compatible server (Ollama: <code>http://localhost:11434/v1</code>), and restart.
        </p>
      </details>
      <button
        type="button"
        className="icon-button i-close needs-js"
        aria-label="Close this note"
        onClick={() => {
          // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
          document.cookie = closedDemoNoteCookie
          setIsClosed(true)
          document.getElementById('main')?.focus()
        }}
      />
    </aside>
  )
}
