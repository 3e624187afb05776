/** Says that no real model answers, and how to connect one. */
export function DemoBanner() {
  return (
    <aside className="banner" aria-label="Demo model">
      <details>
        <summary>
          <strong>Demo model.</strong> It follows a few cues and understands nothing.
        </summary>
        <p>
          To talk to a real one, set <code>OPENAI_API_KEY</code>, or <code>OPENAI_BASE_URL</code>{' '}
          for any compatible server (Ollama: <code>http://localhost:11434/v1</code>), and start
          again.
        </p>
      </details>
    </aside>
  )
}
