import { AppError } from '#core/app-error.ts'

/** A browser needs one for all its tabs. */
const MAX_OF_USER = 10

export type LiveConnections = ReturnType<typeof createLiveConnections>

/** Keeps the connections of this process that tell open pages of changes. */
export function createLiveConnections() {
  const byUser = new Map<string, Set<AbortController>>()
  let isClosed = false

  return {
    /**
     * Adds a connection of a user until the reader leaves.
     *
     * @returns a signal that aborts then, and when the process drains
     * @throws {AppError} rate-limited, unavailable
     */
    open(userId: string, left: AbortSignal): AbortSignal {
      if (isClosed) {
        throw new AppError('unavailable', 'This server is restarting.', { retryAfter: 1 })
      }
      const own = byUser.get(userId) ?? new Set()
      if (own.size >= MAX_OF_USER) {
        const text = `${MAX_OF_USER} of your pages listen for changes already.`
        throw new AppError('rate-limited', text, { retryAfter: 60 })
      }
      const connection = new AbortController()
      byUser.set(userId, own.add(connection))
      connection.signal.addEventListener('abort', () => {
        own.delete(connection)
        if (own.size === 0 && byUser.get(userId) === own) byUser.delete(userId)
      })
      if (left.aborted) connection.abort()
      else left.addEventListener('abort', () => connection.abort(), { once: true })
      return connection.signal
    },

    /** Ends all of them; their browsers connect to another process. */
    close() {
      isClosed = true
      for (const own of [...byUser.values()]) for (const connection of [...own]) connection.abort()
    },
  }
}
