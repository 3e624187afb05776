import type { MessagePart } from '#app/page-message.ts'
import type { DocumentDraft } from '#hooks/chat/chat-types.ts'
import { DocumentCard, type DocumentResult } from './document-card.tsx'
import { WeatherCard } from './weather-card.tsx'

type ToolTexts = { running: string; failed: string }

const TOOL_TEXTS: Record<string, ToolTexts> = {
  getWeather: { running: 'Looking up the weather…', failed: 'The weather could not be looked up.' },
  createDocument: { running: 'Writing a document…', failed: 'The document could not be written.' },
  updateDocument: {
    running: 'Revising the document…',
    failed: 'The document could not be revised.',
  },
  requestSuggestions: { running: 'Reading the document…', failed: 'No suggestions could be made.' },
}

/** A tool that the model used: a short line while it runs, a card with its result, or its error. */
export function ToolPart({ part, isLive }: { part: MessagePart; isLive: boolean }) {
  const name = part.type.slice('tool-'.length)
  const texts = TOOL_TEXTS[name] ?? { running: `Using ${name}…`, failed: `${name} failed.` }
  const output = part.output
  if (part.state === 'output-error' || isErrorOutput(output)) {
    const reason = isErrorOutput(output) ? output.error : part.errorText
    return <p className="note bad">{typeof reason === 'string' ? reason : texts.failed}</p>
  }
  if (part.state !== 'output-available') {
    if (!isLive) return <p className="note">{texts.failed}</p>
    const draft = part.draft as DocumentDraft | undefined
    return (
      <div className="running-tool">
        <p className="pulse">{draft?.title ? `Writing “${draft.title}”…` : texts.running}</p>
        {draft?.content && <pre className="document-draft">{draft.content}</pre>}
      </div>
    )
  }
  if (name === 'getWeather') return <WeatherCard forecast={output} />
  if (isDocumentResult(output)) return <DocumentCard document={output} tool={name} />
  return null
}

function isErrorOutput(output: unknown): output is { error: string } {
  return typeof output === 'object' && output !== null && 'error' in output
}

function isDocumentResult(output: unknown): output is DocumentResult {
  return (
    typeof output === 'object' &&
    output !== null &&
    'id' in output &&
    'title' in output &&
    typeof output.id === 'string' &&
    typeof output.title === 'string'
  )
}
