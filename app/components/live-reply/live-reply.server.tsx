import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { ErrorKind } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import { type Theme, themeAttribute } from '#app/theme.ts'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { failureText } from '#hooks/chat/failure-text.ts'
import stylesheet from '../../styles/app.css?url'
import { createLiveText } from './live-text.server.tsx'

type Batches = AsyncGenerator<ReplyChunk[], void, void>

/** Browsers begin to paint only when they have received about this much. */
const PADDING = `<!--${' '.repeat(1_024)}-->`

const TOOL_NOTES = new Map([
  ['getWeather', 'Looking up the weather…'],
  ['createDocument', 'Writing a document…'],
  ['updateDocument', 'Revising the document…'],
  ['requestSuggestions', 'Reading the document…'],
])

/**
 * Renders a reply while it is written, as a growing HTML document without
 * scripts. Text appears as it comes. Once a block of it is complete, the block
 * follows formatted, and a style rule hides the plain one.
 *
 * @param batches the chunks of the reply; null when none is being written
 */
export async function* renderLiveReply(
  chatId: string,
  batches: Batches | null,
  theme: Theme = 'system',
): AsyncGenerator<string, void, void> {
  yield head(theme)
  try {
    if (batches) yield* renderBatches(batches)
  } finally {
    await batches?.return()
  }
  yield foot(chatId)
}

async function* renderBatches(batches: Batches): AsyncGenerator<string, void, void> {
  const texts = new Map<string, ReturnType<typeof createLiveText>>()
  let errorKind: ErrorKind | undefined

  function render(chunk: ReplyChunk): string {
    switch (chunk.type) {
      case 'text-start':
      case 'reasoning-start': {
        const text = createLiveText(chunk.type === 'reasoning-start')
        texts.set(keyOf(chunk), text)
        return text.start()
      }
      case 'text-delta':
      case 'reasoning-delta':
        return texts.get(keyOf(chunk))?.add(chunk.delta) ?? ''
      case 'text-end':
      case 'reasoning-end':
        return texts.get(keyOf(chunk))?.end() ?? ''
      case 'tool-input-available':
        return html(
          <p className="note">{TOOL_NOTES.get(chunk.toolName) ?? `Using ${chunk.toolName}…`}</p>,
        )
      case 'tool-output-error':
        return html(<p className="note bad">{chunk.errorText}</p>)
      case 'data-error-kind':
        errorKind = chunk.data
        return ''
      case 'error':
        return html(<p className="note bad">{failureText(errorKind)}</p>)
      default:
        return ''
    }
  }

  for await (const batch of batches) {
    const text = batch.map(render).join('')
    if (text) yield text
  }
}

function keyOf({ type, id }: { type: string; id: string }): string {
  return `${type.startsWith('text') ? 'text' : 'reasoning'}:${id}`
}

function html(node: ReactNode): string {
  return renderToStaticMarkup(node)
}

function head(theme: Theme): string {
  const attribute = themeAttribute(theme)
  return (
    `<!doctype html><html lang="en"${attribute ? ` data-theme="${attribute}"` : ''}>` +
    '<head><meta charset="utf-8"><title>Reply being written</title>' +
    `<link rel="stylesheet" href="${stylesheet}"></head>${PADDING}` +
    '<body class="live-reply"><main><div><article class="msg ai" aria-label="Parley">'
  )
}

function foot(chatId: string): string {
  return (
    '</article>' +
    html(
      <p className="live-end">
        <a className="button" href={paths.chat(chatId)} target="_top">
          Show in the conversation
        </a>
      </p>,
    ) +
    '</div></main></body></html>'
  )
}
