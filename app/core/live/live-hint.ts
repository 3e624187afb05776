/** Tells the open pages of a user what may have changed; they load it again. */
export type LiveHint =
  | {
      type: 'chat'
      chatId: string
      /**
       * Title, sharing, pin or archive; a reply that has begun or ended; another
       * reply that is shown in a place; its votes; or it is gone.
       */
      event: 'changed' | 'reply' | 'shown' | 'votes' | 'deleted'
      /** Of a reply. */
      messageId?: string
      /** Of a reply. */
      status?: string
    }
  | { type: 'history' }
  | { type: 'documents'; documentId: string }
  /** Hints may have been lost: anything may have changed. */
  | { type: 'missed' }

/**
 * Reads what a `user:` signal carries, as the triggers write it.
 *
 * @returns null for what a later release may send
 */
export function parseLiveHint(text: string): LiveHint | null {
  const [what, id = '', messageId = '', status = ''] = text.split(':')
  switch (what) {
    case 'history':
      return { type: 'history' }
    case 'documents':
      return { type: 'documents', documentId: id }
    case 'reply':
      return { type: 'chat', chatId: id, event: what, messageId, status }
    case 'changed':
    case 'shown':
    case 'votes':
    case 'deleted':
      return { type: 'chat', chatId: id, event: what }
    default:
      return null
  }
}
