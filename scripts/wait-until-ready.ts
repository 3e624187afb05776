import { setTimeout as sleep } from 'node:timers/promises'

const READY_DEADLINE_MS = 60_000
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Waits until `GET /readyz` answers with status 200.
 *
 * @param address an origin, such as `http://localhost:3000`
 * @throws Error with the last answer, after 60 s
 */
async function waitUntilReady(address: string): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS
  let last = 'no answer'
  for (;;) {
    try {
      const response = await fetch(`${address}/readyz`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const body = await response.text()
      if (response.ok) return
      last = `status ${response.status}: ${body.slice(0, 500)}`
    } catch (error) {
      last = (error as Error).message
    }
    if (Date.now() > deadline) {
      throw new Error(`The web process is not ready after ${READY_DEADLINE_MS / 1000} s (${last}).`)
    }
    await sleep(50)
  }
}

// A script of its own, because the launcher that waits would keep an HTTP client in its memory.
await waitUntilReady(String(process.argv[2])).catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
