import { memo, useRef } from 'react'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { lazyMarkdown } from './load-markdown.ts'

type MarkdownProps = {
  text: string
  /** Whether the text is still being written: blocks that are complete are then not read again. */
  isLive?: boolean
}

/**
 * Renders Markdown. What the server has formatted stays as it stands in the page: the
 * browser reads no Markdown to show it, until the text becomes another one.
 */
export const Markdown = memo(function Markdown({ text, isLive = false }: MarkdownProps) {
  const served = useRef(useServedText(text))
  const module = lazyMarkdown.useModule()
  const isServed = served.current !== undefined && (served.current === text || !module)
  if (isServed && !import.meta.env.SSR) return <ServedMarkdown key="served" />
  served.current = undefined
  return module ? (
    <module.MarkdownBody text={text} isLive={isLive} />
  ) : (
    <PlainMarkdown text={text} />
  )
})

/** The text that a page came with; undefined for one that has been rendered first in the browser. */
function useServedText(text: string): string | undefined {
  return useHydrated() ? undefined : text
}

/** React takes what is in this element for its own, and leaves it (tests/e2e/markdown.test.ts). */
function ServedMarkdown() {
  return (
    <div
      className="prose"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which replaces nothing
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

/** Shows Markdown as it is written, where a page has more of it than is formatted. */
export function PlainMarkdown({ text }: { text: string }) {
  return (
    <div className="prose">
      <p className="plain">{text}</p>
    </div>
  )
}
