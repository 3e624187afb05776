import type { MessagePart } from '#app/page-message.ts'
import { DocumentCard, DraftCard, isDocumentResult } from './document-card.tsx'
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
    const draft = readDraft(part.draft)
    if (draft) return <DraftCard {...draft} />
    return <p className="running-tool pulse">{texts.running}</p>
  }
  if (name === 'getWeather') return <WeatherCard forecast={output} />
  if (isDocumentResult(output)) return <DocumentCard document={output} tool={name} />
  return null
}

function isErrorOutput(output: unknown): output is { error: string } {
  return typeof output === 'object' && output !== null && 'error' in output
}

/** Which document a tool is writing. */
function readDraft(draft: unknown): { id: string; title: string } | undefined {
  if (typeof draft !== 'object' || draft === null) return undefined
  const { id, title } = draft as Record<string, unknown>
  if (typeof id !== 'string' || typeof title !== 'string') return undefined
  return { id, title }
}
