import type { ChatSession } from '#hooks/chat/chat-session.ts'
import { showToast } from '../ui/toast.ts'

/** How long an image may take before the chat is printed without it, in milliseconds. */
const IMAGES_MS = 5_000

let isPreparing = false

/** Prints the chat of the page, once all its messages, images and fonts are there. */
export async function printChat(session: ChatSession): Promise<void> {
  if (isPreparing) return
  isPreparing = true
  try {
    if (session.getSnapshot().hasOlder)
      showToast({ text: 'The whole chat is loaded to be printed' })
    while (session.getSnapshot().hasOlder) await session.loadOlder()
    const images = [...document.querySelectorAll<HTMLImageElement>('.thread img')].map(loadNow)
    const tooLate = new Promise((resolve) => setTimeout(resolve, IMAGES_MS))
    await Promise.race([Promise.all([...images, document.fonts.ready]), tooLate])
    window.print()
  } catch {
    showToast({
      text: 'The whole chat could not be loaded. Check your connection, then try again.',
    })
  } finally {
    isPreparing = false
  }
}

/** Loads an image that is out of sight, too. */
function loadNow(image: HTMLImageElement): Promise<unknown> {
  image.loading = 'eager'
  return image.decode().catch(() => undefined)
}
