/** How long a deletion can be undone. */
export const UNDO_SECONDS = 8

type Waiting = { timer: ReturnType<typeof setTimeout>; onEnd(isDeleted: boolean): void }

const waiting = new Map<string, Waiting>()

/**
 * Deletes a chat when the time to undo it is over, or when the page is left.
 *
 * @param onEnd is told whether the chat is gone
 */
export function deleteLater(chatId: string, onEnd: Waiting['onEnd']): void {
  const timer = setTimeout(() => void deleteNow(chatId), UNDO_SECONDS * 1_000)
  waiting.set(chatId, { timer, onEnd })
  addEventListener('pagehide', deleteAll)
}

/** @returns whether there was still time */
export function undoDeletion(chatId: string): boolean {
  clearTimeout(waiting.get(chatId)?.timer)
  return waiting.delete(chatId)
}

function deleteAll() {
  for (const chatId of [...waiting.keys()]) void deleteNow(chatId)
}

async function deleteNow(chatId: string) {
  const entry = waiting.get(chatId)
  if (!entry) return
  undoDeletion(chatId)
  try {
    // Goes on when the page is gone.
    const request = { method: 'DELETE', keepalive: true }
    const { ok, status } = await fetch(`/api/chat?id=${chatId}`, request)
    entry.onEnd(ok || status === 404)
  } catch {
    entry.onEnd(false)
  }
}
