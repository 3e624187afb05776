import type { PageMessage } from '#app/page-message.ts'
import { failureText } from '#hooks/chat/failure-text.ts'

/** Whether a reply has ended well, but shows nothing: neither text nor what a tool did. */
export function isEmptyReply({ status, parts, isCut }: PageMessage): boolean {
  if (status || isCut) return false
  return !parts.some(
    ({ type, text }) =>
      type.startsWith('tool-') || (type === 'text' && typeof text === 'string' && text.trim()),
  )
}

/** Says how a reply ended that is not complete; undefined for one that is, or that is being written. */
export function statusText({
  status,
  errorKind,
}: Pick<PageMessage, 'status' | 'errorKind'>): string | undefined {
  switch (status) {
    case 'stopped':
      return 'You stopped this reply.'
    case 'interrupted':
      return 'This reply was interrupted. What was written before is kept.'
    case 'failed':
      return failureText(errorKind)
    default:
      return undefined
  }
}
