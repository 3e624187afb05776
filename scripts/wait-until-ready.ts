import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS = 60_000
const REQUEST_MS = 5_000

/** How this machine reaches a server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const anyAddress = host === '0.0.0.0' || host === '::' || host === ''
  const name = anyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Waits until `GET /readyz` says 200.
 *
 * @throws Error after 60 s, with what is missing
 */
export async function waitUntilReady(address: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + READY_MS
  let last = 'no answer'
  for (;;) {
    try {
      const response = await fetch(`${address}/readyz`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      })
      const body = await response.text()
      if (response.ok) return
      last = `status ${response.status}: ${body.slice(0, 500)}`
    } catch (error) {
      signal.throwIfAborted()
      last = (error as Error).message
    }
    if (Date.now() > end) {
      throw new Error(`The web process is not ready after ${READY_MS / 1000} s (${last}).`)
    }
    await sleep(50, undefined, { signal })
  }
}
