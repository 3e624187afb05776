type ReadWithReconnectsOptions = {
  /** Makes the first request, and makes it again until the server accepts it. */
  open(signal: AbortSignal): Promise<Response>
  /** Makes the requests after that, which continue with what the first one started. */
  reopen(signal: AbortSignal): Promise<Response>
  /** Reads a response; `disconnected` when it was cut off or the server was not ready. */
  read(response: Response): Promise<'done' | 'disconnected'>
  /** The connection was lost, and another attempt will follow. */
  onDisconnect(): void
  /** Milliseconds before each next attempt. */
  retryDelays: number[]
  signal: AbortSignal
}

/** After a connection that lasted for so many milliseconds, the attempts are counted anew. */
const STABLE_CONNECTION_MS = 5_000

/**
 * Reads something on the server to its end, and reconnects when the connection
 * is lost.
 *
 * @returns `done`; `aborted` by the signal; or `gave-up` after the last attempt
 */
export async function readWithReconnects(
  options: ReadWithReconnectsOptions,
): Promise<'done' | 'aborted' | 'gave-up'> {
  const { open, reopen, read, onDisconnect, retryDelays, signal } = options
  let connect = open
  for (let attempt = 0; ; attempt += 1) {
    let connectedAt: number | undefined
    try {
      const response = await connect(signal)
      connectedAt = Date.now()
      if (response.ok) connect = reopen
      if ((await read(response)) === 'done') return 'done'
    } catch {
      // The connection failed: the next attempt follows below.
    }
    if (signal.aborted) return 'aborted'
    if (connectedAt && Date.now() - connectedAt > STABLE_CONNECTION_MS) attempt = 0
    const delay = retryDelays[attempt]
    if (delay === undefined) return 'gave-up'
    onDisconnect()
    await sleep(delay, signal)
    if (signal.aborted) return 'aborted'
  }
}

/** Resolves after the time, or at once when the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
