import { Markdown } from '../markdown/markdown.tsx'
import { CodeView } from './code/code-view.tsx'
import { ImageView } from './image/image-view.tsx'
import { SheetView } from './sheet/sheet-view.tsx'

export type ShownVersion = {
  id: string
  title: string
  kind: string
  /** The beginning of it, where it is very long; empty for an image. */
  content: string
  /** Whether the content goes on, which the page then says. */
  isCut: boolean
  createdAt: string
}

type DocumentContentProps = {
  document: ShownVersion
  /** The chat that can be asked for a change. */
  chatId?: string | null
  /** Whether the content is still being written. */
  isLive?: boolean
}

/** The content of a document, as its kind asks for: formatted text, code, a table or an image. */
export function DocumentContent({ document, chatId = null, isLive = false }: DocumentContentProps) {
  const { id, title, kind, content, isCut, createdAt } = document
  if (kind === 'image') return <ImageView image={{ id, title, createdAt }} chatId={chatId} />
  if (kind === 'code') {
    return <CodeView title={title} content={content} isPartial={isLive || isCut} />
  }
  if (kind === 'sheet') {
    return <SheetView document={document} content={content} isCut={isCut} isLive={isLive} />
  }
  return <Markdown text={content} isLive={isLive} />
}
