import { Fragment } from 'react'
import { paths } from '#app/paths.ts'
import type { SearchResult, SnippetPiece } from '#core/search/search-schema.ts'

/** The text of a result, in which the words that were looked for are marked. */
export function Snippet({ pieces }: { pieces: SnippetPiece[] }) {
  return pieces.map(({ text, match }, index) => {
    const key = `${index} ${text}`
    return match ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>
  })
}

/** Where a result leads. */
export function resultPath({ chatId, messageId, documentId }: SearchResult): string {
  if (documentId) return paths.document(documentId)
  return messageId ? paths.chatMessage(chatId ?? '', messageId) : paths.chat(chatId ?? '')
}
