import { randomUUID } from 'node:crypto'
import { createTemporaryChat } from '#core/chat/temporary-chat.ts'
import { requireSession } from '../sessions/session.ts'
import { runChatAction } from './chat-actions.ts'
import type { PageActionArgs } from './page-action.ts'

/** Whether the page of a new chat begins a temporary one, by its address. */
export function isTemporary({ url }: Request): boolean {
  return new URL(url).searchParams.has('temporary')
}

/** Begins a chat with the message of a form, where there is no JavaScript. */
export async function runNewChatAction(page: PageActionArgs): Promise<Response> {
  const { em, request, context } = page
  const chatId = randomUUID()
  if (isTemporary(request)) {
    const { user } = await requireSession(em, request, context)
    // A message that is refused leaves it empty, for the clean-up.
    await createTemporaryChat(em, { chatId, userId: user.id })
  }
  return runChatAction(page, chatId)
}
