export type KeepConnectedOptions = {
  /** Makes the first request; made again as long as no answer came. */
  open(signal: AbortSignal): Promise<Response>
  /** Makes the request that takes up what an earlier one has begun. */
  resume(signal: AbortSignal): Promise<Response>
  /** Reads an answer. `lost`: it was cut off, or the server was not ready. */
  handle(response: Response): Promise<'done' | 'lost'>
  /** The connection is gone and will be tried again. */
  onLost(): void
  /** Milliseconds before each next try. */
  retryDelays: number[]
  signal: AbortSignal
}

/** A connection that held for so many milliseconds has earned fresh tries. */
const STEADY_MS = 5_000

/**
 * Follows something on the server to its end, over lost connections.
 *
 * @returns `done`, or why not: `aborted` by the signal, or `given-up` after the last try
 */
export async function keepConnected(
  options: KeepConnectedOptions,
): Promise<'done' | 'aborted' | 'given-up'> {
  const { open, resume, handle, onLost, retryDelays, signal } = options
  let next = open
  for (let attempt = 0; ; attempt += 1) {
    let answeredAt: number | undefined
    try {
      const response = await next(signal)
      answeredAt = Date.now()
      if (response.ok) next = resume
      if ((await handle(response)) === 'done') return 'done'
    } catch {
      // Cut off; what was told apart is in the return values.
    }
    if (signal.aborted) return 'aborted'
    if (answeredAt && Date.now() - answeredAt > STEADY_MS) attempt = 0
    const delay = retryDelays[attempt]
    if (delay === undefined) return 'given-up'
    onLost()
    await sleep(delay, signal)
    if (signal.aborted) return 'aborted'
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
