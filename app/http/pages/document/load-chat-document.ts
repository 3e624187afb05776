import { isAppError } from '#core/app-error.ts'
import { findChat } from '#core/chat/find-chat.ts'
import { findReplyToResume } from '#core/replies/find-running-reply.ts'
import { chatIdOf } from '../chat-page.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { getPageSession } from '../page-session.ts'
import { documentIdOf } from './document-id.ts'
import { loadReadableDocument } from './load-readable-document.ts'

/**
 * Loads what the pane of a chat shows of a document; null in place of a document
 * that is not stored while a reply of the chat is being written, which may write it.
 */
export async function loadChatDocument(args: PageLoaderArgs) {
  const id = documentIdOf(args.params)
  const chatId = chatIdOf(args.params)
  try {
    return { id, ...(await loadReadableDocument(args, { asksToSignIn: false })) }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not-found') throw error
    if (!(await isReplyRunning(args, chatId))) throw error
    return { id, document: null, shared: null }
  }
}

/** Whether a reply is being written in the visitor's chat. */
async function isReplyRunning({ context, request, em }: PageLoaderArgs, chatId: string) {
  const session = await getPageSession(context, request)
  if (!session) return false
  const own = { chatId, userId: session.user.id }
  // The chat of somebody else has no reply for this visitor, and no error either.
  return (await findChat(em, own)) !== null && (await findReplyToResume(em, own)) !== null
}
