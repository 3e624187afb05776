import { useMemo, useRef, useState } from 'react'
import { codeLanguage } from '#core/documents/code-language.ts'
import { CopyButton } from '../../copy-button.tsx'
import { HighlightedCode } from '../../highlight/highlighted-code.tsx'
import { CodeFrame } from './code-frame.tsx'

type CodeViewProps = {
  title: string
  content: string
  /** Whether the content is still being written, or goes on. */
  isPartial: boolean
}

/** A code document to read: coloured, with line numbers, its language, and buttons that copy and run it. */
export function CodeView({ title, content, isPartial }: CodeViewProps) {
  const language = codeLanguage(title, content)
  const numbers = useMemo(() => lineNumbers(content), [content])
  const [failed, setFailed] = useState<{ line: number; content: string } | null>(null)
  const lines = useRef<HTMLDivElement>(null)

  function goToLine(line: number) {
    setFailed({ line, content })
    // The mark is there once it has been rendered.
    requestAnimationFrame(() => {
      lines.current?.querySelector('.code-failed-line')?.scrollIntoView({ block: 'center' })
    })
  }

  return (
    <CodeFrame
      language={language}
      isWhole={!isPartial}
      getSource={() => content}
      onGoToLine={goToLine}
      tools={<CopyButton target="code" label="Copy code" />}
    >
      <div ref={lines} className="code-lines">
        {failed?.content === content && (
          <span
            className="code-failed-line"
            style={{ top: `calc(0.875rem + ${failed.line - 1} * 1.3rem)` }}
          />
        )}
        <span className="code-numbers" aria-hidden="true">
          {numbers}
        </span>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
        <pre tabIndex={0}>
          <HighlightedCode code={content} language={language.name} />
        </pre>
      </div>
    </CodeFrame>
  )
}

/** The numbers of the lines of a text, one on each line. A line break at the end begins no line. */
function lineNumbers(text: string): string {
  const count = text.replace(/(?:\r\n|[\r\n])$/, '').split(/\r\n|[\r\n]/).length
  return Array.from({ length: count }, (_, index) => index + 1).join('\n')
}
