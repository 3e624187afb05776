import type { PageMessage } from '#app/page-message.ts'
import { CHAT_MODELS } from '#core/ai/chat-models.ts'
import { useChatContext } from './chat-context.ts'
import { lazyTimeFormats, type TimeFormats } from './time-formats.ts'

const DAY = 24 * 60 * 60_000

/**
 * When a message was written, with which model, and what it cost. The server does
 * not know the reader's time zone: it renders UTC, in the form that `time` takes, as does a
 * browser until it has its formats.
 */
export function MessageMeta({ message }: { message: PageMessage }) {
  const { hydrated } = useChatContext()
  const formats = lazyTimeFormats.useModule()
  const { createdAt, model, usage } = message
  if (!createdAt) return null
  const name = CHAT_MODELS.find(({ id }) => id === model)?.name ?? model
  const { inputTokens, outputTokens } = usage ?? {}
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0)
  return (
    <small>
      {name && `${name} · `}
      {formats ? (
        <time dateTime={createdAt}>{localTime(formats, createdAt, Date.now())}</time>
      ) : (
        <time>{`${createdAt.slice(0, 16).replace('T', ' ')}Z`}</time>
      )}
      {hydrated && tokens > 0 && (
        <span title={`${inputTokens ?? 0} read, ${outputTokens ?? 0} written`}>
          {` · ${tokens.toLocaleString('en')} tokens`}
        </span>
      )}
    </small>
  )
}

/** A time of the reader's time zone; after a day, with its date. */
function localTime({ time, date }: TimeFormats, createdAt: string, now: number): string {
  const at = Date.parse(createdAt)
  return (now - at < DAY ? time : date).format(at)
}
