/** The chats that are deleted unless that is undone, each with what is told whether it is gone. */
const waiting = new Map<string, (isDeleted: boolean) => void>()

/**
 * Deletes a chat once {@link finishDeletion} is called, or when the page is left.
 *
 * @param onEnd is told whether the chat is gone
 */
export function deleteLater(chatId: string, onEnd: (isDeleted: boolean) => void): void {
  waiting.set(chatId, onEnd)
  addEventListener('pagehide', deleteAll)
}

/** @returns whether there was still time */
export function undoDeletion(chatId: string): boolean {
  return waiting.delete(chatId)
}

/** Deletes a chat for which it is too late to undo that. */
export async function finishDeletion(chatId: string): Promise<void> {
  const onEnd = waiting.get(chatId)
  if (!onEnd) return
  waiting.delete(chatId)
  try {
    // Goes on when the page is gone.
    const request = { method: 'DELETE', keepalive: true }
    const { ok, status } = await fetch(`/api/chat?id=${chatId}`, request)
    onEnd(ok || status === 404)
  } catch {
    onEnd(false)
  }
}

function deleteAll() {
  for (const chatId of [...waiting.keys()]) void finishDeletion(chatId)
}
