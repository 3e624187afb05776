import type { DocumentSession } from './document-session.ts'

/** Milliseconds between two questions whether the document was changed elsewhere. */
const CHECK_MS = 5_000

/**
 * Tells a session of what happens around it: other tabs that save, the page that is
 * shown, hidden and left, the network that comes back. A hidden page asks nothing.
 */
export function watchDocument(id: string, session: DocumentSession) {
  let channel = openChannel(id)
  const check = () => {
    if (document.visibilityState === 'visible') void session.check()
  }
  const onLeave = () => void session.flush({ leaving: true })
  const onVisibility = () => {
    if (document.visibilityState === 'visible') check()
    else void session.flush()
  }
  const timer = setInterval(check, CHECK_MS)
  channel?.addEventListener('message', () => void session.check())
  window.addEventListener('focus', check)
  window.addEventListener('online', session.online)
  window.addEventListener('pagehide', onLeave)
  document.addEventListener('visibilitychange', onVisibility)

  return {
    /** Tells other tabs of a version that was saved here, also of the last one, after `stop`. */
    announce(createdAt: string) {
      const told = channel ?? openChannel(id)
      told?.postMessage({ createdAt })
      if (!channel) told?.close()
    },
    stop() {
      clearInterval(timer)
      channel?.close()
      channel = null
      window.removeEventListener('focus', check)
      window.removeEventListener('online', session.online)
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onVisibility)
    },
  }
}

/** Null in a browser without channels: the other tabs then ask by themselves. */
function openChannel(id: string): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`document:${id}`)
}
