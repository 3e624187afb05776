import { fenceLanguage } from '#core/documents/code-language.ts'
import { BlockTools, CODE_TOOLS } from './block-tools.tsx'
import { CodeText } from './code-text.tsx'

type CodeBlockProps = {
  code: string
  language: string | undefined
  /** Whether more of it may come: it has its colours when it is whole. */
  isOpen?: boolean
}

/** A block of code with its language, and buttons that copy it, wrap its lines and make a document of it. */
export function CodeBlock({ code, language, isOpen = false }: CodeBlockProps) {
  return (
    <figure className="code">
      <figcaption>
        <span>{languageLabel(language)}</span>
        <BlockTools html={CODE_TOOLS} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard */}
      <pre tabIndex={0}>
        <CodeText code={code} language={language} isOpen={isOpen} />
      </pre>
    </figure>
  )
}

/** A language as people write it. */
function languageLabel(language: string | undefined): string {
  if (!language || /^(?:te?xt|plain(?:text)?)$/i.test(language)) return 'Plain text'
  return fenceLanguage(language)?.label ?? language
}
