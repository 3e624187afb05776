import type { MessagePart } from '#hooks/chat/chat-types.ts'
import { Markdown, StreamingMarkdown } from '../markdown/markdown.tsx'
import { Reasoning } from './reasoning.tsx'
import { ToolPart } from './tool-part.tsx'

/** The parts of a reply in their order. */
export function MessageParts({ parts, live }: { parts: MessagePart[]; live: boolean }) {
  return (
    <>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts are only added at the end
        <Part key={index} part={part} live={live && index === parts.length - 1} />
      ))}
    </>
  )
}

function Part({ part, live }: { part: MessagePart; live: boolean }) {
  if (part.type === 'text') {
    const text = String(part.text ?? '')
    return live ? <StreamingMarkdown text={text} /> : <Markdown text={text} />
  }
  if (part.type === 'reasoning') {
    const seconds = typeof part.seconds === 'number' ? part.seconds : undefined
    return (
      <Reasoning
        text={String(part.text ?? '')}
        thinking={live && part.done !== true}
        seconds={seconds}
      />
    )
  }
  return part.type.startsWith('tool-') ? <ToolPart part={part} live={live} /> : null
}
