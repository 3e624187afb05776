import type { MessagePart } from '#app/page-message.ts'
import { DocumentCard, DraftCard, isDocumentResult } from './document-card.tsx'
import { WeatherPart } from './weather-part.tsx'

type ToolTexts = { running: string; done: string; failed: string }

const TOOL_TEXTS = new Map<string, ToolTexts>([
  [
    'getWeather',
    {
      running: 'Looking up the weather…',
      done: 'Looked up the weather',
      failed: 'The weather could not be looked up.',
    },
  ],
  [
    'createDocument',
    {
      running: 'Writing a document…',
      done: 'Wrote a document',
      failed: 'The document could not be written.',
    },
  ],
  [
    'updateDocument',
    {
      running: 'Revising the document…',
      done: 'Revised the document',
      failed: 'The document could not be revised.',
    },
  ],
  [
    'requestSuggestions',
    {
      running: 'Reading the document…',
      done: 'Made suggestions',
      failed: 'No suggestions could be made.',
    },
  ],
])

/**
 * A tool that the model used: what it does while it runs, what it has done with a
 * card of its result, or why it failed. A client may have stored any input and
 * output, so each field is checked before it is shown.
 */
export function ToolPart({ part, isLive }: { part: MessagePart; isLive: boolean }) {
  const name = part.type.slice('tool-'.length)
  const texts = textsOf(name)
  const { output } = part
  const state = toolState(part)
  if (state === 'failed') {
    const reason = isErrorOutput(output) ? output.error : part.errorText
    const isTold = typeof reason === 'string' && reason !== '' && reason !== UNTOLD
    return (
      <ToolLine icon="i-alert" bad text={isTold ? `${texts.failed} ${reason}` : texts.failed} />
    )
  }
  if (state === 'running') {
    if (!isLive) return <ToolLine icon="i-alert" text={texts.failed} />
    const draft = readDraft(part.draft)
    if (draft) return <DraftCard {...draft} />
    return <ToolLine icon="i-tool" pulse text={texts.running} />
  }
  return (
    <>
      <ToolLine icon="i-check" text={texts.done} />
      {name === 'getWeather' && <WeatherPart forecast={output} />}
      {name !== 'getWeather' && isDocumentResult(output) && (
        <DocumentCard document={output} tool={name} />
      )}
    </>
  )
}

/** What the last tool of a reply does, or how it ended; undefined while none was used. */
export function toolNews(parts: MessagePart[]): string | undefined {
  const part = parts.findLast(({ type }) => type.startsWith('tool-'))
  return part && textsOf(part.type.slice('tool-'.length))[toolState(part)]
}

function textsOf(name: string): ToolTexts {
  return (
    TOOL_TEXTS.get(name) ?? {
      running: `Using ${name}…`,
      done: `Used ${name}`,
      failed: `${name} failed.`,
    }
  )
}

/** What a tool says of itself that says nothing (app/core/replies/tool-outcome.ts). */
const UNTOLD = 'The tool failed.'

function toolState({ state, output }: MessagePart): keyof ToolTexts {
  if (state === 'output-error' || isErrorOutput(output)) return 'failed'
  return state === 'output-available' ? 'done' : 'running'
}

type ToolLineProps = { icon: string; text: string; bad?: boolean; pulse?: boolean }

function ToolLine({ icon, text, bad = false, pulse = false }: ToolLineProps) {
  return (
    <p className={`tool-line${bad ? ' bad' : ''}${pulse ? ' pulse' : ''}`}>
      <span className={`icon ${icon}`} aria-hidden="true" />
      {text}
    </p>
  )
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
