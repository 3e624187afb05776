import { Markdown, StreamingMarkdown } from '../markdown/markdown.tsx'

type ReasoningProps = { text: string; thinking: boolean; seconds: number | undefined }

/** What the model thought before it answered; closed, since the answer is what was asked for. */
export function Reasoning({ text, thinking, seconds }: ReasoningProps) {
  if (!text && !thinking) return null
  return (
    <details className="reasoning">
      <summary className={thinking ? 'pulse' : undefined}>{label(thinking, seconds)}</summary>
      {thinking ? <StreamingMarkdown text={text} /> : <Markdown text={text} />}
    </details>
  )
}

function label(thinking: boolean, seconds: number | undefined): string {
  if (thinking) return 'Thinking…'
  return seconds === undefined ? 'Thoughts' : `Thought for ${seconds} s`
}
