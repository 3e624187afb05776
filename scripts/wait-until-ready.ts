import { setTimeout as sleep } from 'node:timers/promises'

const READY_DEADLINE_MS = 60_000
const REQUEST_TIMEOUT_MS = 5_000

/** The address by which this machine reaches its own server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const anyAddress = host === '0.0.0.0' || host === '::' || host === ''
  const name = anyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Waits until `GET /readyz` answers with status 200.
 *
 * @throws Error with the last answer, after 60 s
 */
export async function waitUntilReady(address: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS
  let last = 'no answer'
  for (;;) {
    try {
      const response = await fetch(`${address}/readyz`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      })
      const body = await response.text()
      if (response.ok) return
      last = `status ${response.status}: ${body.slice(0, 500)}`
    } catch (error) {
      signal.throwIfAborted()
      last = (error as Error).message
    }
    if (Date.now() > deadline) {
      throw new Error(`The web process is not ready after ${READY_DEADLINE_MS / 1000} s (${last}).`)
    }
    await sleep(50, undefined, { signal })
  }
}
