import type { DocumentDraft, MessagePart } from '#hooks/chat/chat-types.ts'
import { DocumentCard } from './document-card.tsx'
import { WeatherCard } from './weather-card.tsx'

type Texts = { running: string; failed: string }

const TOOLS: Record<string, Texts> = {
  getWeather: { running: 'Looking up the weather…', failed: 'The weather could not be looked up.' },
  createDocument: { running: 'Writing a document…', failed: 'The document could not be written.' },
  updateDocument: {
    running: 'Revising the document…',
    failed: 'The document could not be revised.',
  },
  requestSuggestions: { running: 'Reading the document…', failed: 'There are no suggestions.' },
}

/** A tool that the model used: calm while it runs, a small card when it is done. */
export function ToolPart({ part, live }: { part: MessagePart; live: boolean }) {
  const name = part.type.slice('tool-'.length)
  const texts = TOOLS[name] ?? { running: `Using ${name}…`, failed: `${name} failed.` }
  const output = part.output
  if (part.state === 'output-error' || isError(output)) {
    const reason = isError(output) ? output.error : part.errorText
    return <p className="note bad">{typeof reason === 'string' ? reason : texts.failed}</p>
  }
  if (part.state !== 'output-available') {
    if (!live) return <p className="note">{texts.failed}</p>
    const draft = part.draft as DocumentDraft | undefined
    return (
      <div className="running-tool">
        <p className="pulse">{draft?.title ? `Writing “${draft.title}”…` : texts.running}</p>
        {draft?.content && <pre className="document-draft">{draft.content}</pre>}
      </div>
    )
  }
  if (name === 'getWeather') return <WeatherCard forecast={output} />
  if (isDocument(output)) return <DocumentCard document={output} tool={name} />
  return null
}

function isError(output: unknown): output is { error: string } {
  return typeof output === 'object' && output !== null && 'error' in output
}

export type DocumentResult = { id: string; title: string; kind: string; message?: string }

function isDocument(output: unknown): output is DocumentResult {
  return (
    typeof output === 'object' &&
    output !== null &&
    'id' in output &&
    'title' in output &&
    typeof output.id === 'string' &&
    typeof output.title === 'string'
  )
}
