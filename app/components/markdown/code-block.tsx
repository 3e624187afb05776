import { CopyButton } from '../copy-button.tsx'

type CodeBlockProps = { code: string; language: string | undefined }

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ code, language }: CodeBlockProps) {
  return (
    <figure className="code">
      <figcaption>
        <span>{language ?? 'code'}</span>
        <CopyButton target="code" label="Copy code" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
