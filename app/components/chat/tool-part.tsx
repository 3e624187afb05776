import type { MessagePart } from '#app/page-message.ts'
import { DocumentCard, isDocumentResult } from './document-card.tsx'
import { WeatherCard } from './weather-card.tsx'

type ToolTexts = { running: string; failed: string }

const TOOL_TEXTS = new Map<string, ToolTexts>([
  [
    'getWeather',
    { running: 'Looking up the weather…', failed: 'The weather could not be looked up.' },
  ],
  [
    'createDocument',
    { running: 'Writing a document…', failed: 'The document could not be written.' },
  ],
  [
    'updateDocument',
    { running: 'Revising the document…', failed: 'The document could not be revised.' },
  ],
  [
    'requestSuggestions',
    { running: 'Reading the document…', failed: 'No suggestions could be made.' },
  ],
])

/**
 * A tool that the model used: a short line while it runs, a card with its result,
 * or its error. A client may have stored any input and output, so each field is
 * checked before it is shown.
 */
export function ToolPart({ part, isLive }: { part: MessagePart; isLive: boolean }) {
  const name = part.type.slice('tool-'.length)
  const texts = TOOL_TEXTS.get(name) ?? { running: `Using ${name}…`, failed: `${name} failed.` }
  const output = part.output
  if (part.state === 'output-error' || isErrorOutput(output)) {
    const reason = isErrorOutput(output) ? output.error : part.errorText
    return <p className="note bad">{typeof reason === 'string' ? reason : texts.failed}</p>
  }
  if (part.state !== 'output-available') {
    if (!isLive) return <p className="note">{texts.failed}</p>
    const { title, content } = readDraft(part.draft)
    return (
      <div className="running-tool">
        <p className="pulse">{title ? `Writing “${title}”…` : texts.running}</p>
        {content && <pre className="document-draft">{content}</pre>}
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

/** The title and content of a document while a tool writes it (`DocumentDraft`). */
function readDraft(draft: unknown): { title?: string; content?: string } {
  if (typeof draft !== 'object' || draft === null) return {}
  const { title, content } = draft as Record<string, unknown>
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof content === 'string' && { content }),
  }
}
