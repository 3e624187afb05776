import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from '#core/log.ts'

/** Milliseconds for which a client may take nothing of what waits for it. */
const STALLED_MS = 30_000

/** How far a socket's writing has come, and since when it has not moved. */
type Progress = { sent: string; since: number }

/**
 * Closes the connections of clients that take nothing of what waits to be sent to
 * them: images, documents and streamed replies that would stay in memory. A stream
 * that has nothing to send is not concerned, however long it is silent.
 *
 * @param stalledMs is shorter in tests
 */
export function closeStalledWrites(
  server: Server,
  log: Logger,
  stalledMs: number = STALLED_MS,
): void {
  const sockets = new Map<Socket, Progress | null>()
  server.on('connection', (socket) => {
    sockets.set(socket, null)
    socket.on('close', () => sockets.delete(socket))
  })
  const timer = setInterval(() => {
    const now = Date.now()
    for (const [socket, before] of sockets) {
      const sent = socket.writableLength > 0 ? progressOf(socket) : null
      if (sent === null || sent !== before?.sent) {
        sockets.set(socket, sent === null ? null : { sent, since: now })
      } else if (now - before.since >= stalledMs) {
        log.info({ remoteAddress: socket.remoteAddress }, 'closed: the client takes nothing')
        socket.destroy()
      }
    }
  }, stalledMs / 6)
  timer.unref()
  server.on('close', () => clearInterval(timer))
}

/**
 * Changes with every byte that the operating system takes. Node counts a write only
 * when it is done, and a large one may take a reader minutes; how much of it is left
 * is known to the handle, which Node itself asks for the timeouts of sockets
 * (`Socket.prototype._onTimeout`).
 */
function progressOf(socket: Socket): string {
  const { _handle: handle } = socket as Socket & { _handle?: { writeQueueSize?: number } | null }
  return `${socket.bytesWritten - socket.writableLength} ${handle?.writeQueueSize ?? 0}`
}
