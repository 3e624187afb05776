import type { MessagePart } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import { Markdown, PlainMarkdown } from '../markdown/markdown.tsx'
import {
  MESSAGE_FORM_ID,
  type MessageProps,
  shortMessageId,
  useChatContext,
} from './chat-context.ts'
import { CutNote } from './cut-note.tsx'
import { MessageActions } from './message-actions.tsx'
import { Reasoning } from './reasoning.tsx'
import { StatusNote } from './status-note.tsx'
import { ToolPart } from './tool-part.tsx'

/** A reply: its parts, a note when it did not end well, and its buttons. */
export function AssistantMessage({ message, vote, isLast, isNewest, formattedFrom }: MessageProps) {
  const { id, parts, status } = message
  const isLive = status === 'streaming'
  return (
    <article
      id={`m-${shortMessageId(id)}`}
      className={`msg ai${isLive ? ' live' : ''}${isNewest ? ' newest' : ''}`}
      aria-label="Parley"
      aria-busy={isLive || undefined}
    >
      {parts.map((part, index) => (
        <Part
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
          key={index}
          part={part}
          isLive={isLive && index === parts.length - 1}
          formatted={index >= formattedFrom}
        />
      ))}
      {message.isCut && <CutNote />}
      {isLive && isLast && <LiveReplyFrame />}
      <StatusNote message={message} isLast={isLast} />
      {!isLive && <MessageActions message={message} vote={vote} isLast={isLast} />}
    </article>
  )
}

type PartProps = { part: MessagePart; isLive: boolean; formatted: boolean }

/** One part of a reply; a live one is still being written. */
function Part({ part, isLive, formatted }: PartProps) {
  if (part.type === 'text') {
    return <PartText text={textOf(part)} isLive={isLive} formatted={formatted} />
  }
  if (part.type === 'reasoning') {
    const text = textOf(part)
    const isThinking = isLive && part.done !== true
    if (!text && !isThinking) return null
    return (
      <Reasoning
        isThinking={isThinking}
        seconds={typeof part.seconds === 'number' ? part.seconds : undefined}
      >
        <PartText text={text} isLive={isThinking} formatted={formatted} />
      </Reasoning>
    )
  }
  return part.type.startsWith('tool-') ? <ToolPart part={part} isLive={isLive} /> : null
}

function textOf({ text }: MessagePart): string {
  return typeof text === 'string' ? text : ''
}

type TextProps = { text: string; isLive: boolean; formatted: boolean }

function PartText({ text, isLive, formatted }: TextProps) {
  if (!formatted) return <PlainMarkdown text={text} />
  return <Markdown text={text} isLive={isLive} />
}

/** Without JavaScript: an iframe in which the reply grows while it is written, and a button that stops it. */
function LiveReplyFrame() {
  const { chatId, readOnly } = useChatContext()
  if (readOnly) return null
  return (
    <noscript>
      <iframe className="live-frame" src={paths.liveReply(chatId)} title="Reply being written" />
      <button type="submit" className="button" form={MESSAGE_FORM_ID} name="intent" value="stop">
        Stop the reply
      </button>
    </noscript>
  )
}
