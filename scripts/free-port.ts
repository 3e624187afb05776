import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Whether a server could listen there now.
 *
 * @returns undefined if so, otherwise the system's error code
 */
export function portFault(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/**
 * A free TCP port on the loopback interface, below the range from which
 * systems take the ports of outgoing connections: a server that restarts there
 * finds it free again.
 */
export async function freeLoopbackPort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(15_000, 32_000)
    if ((await portFault(port, '127.0.0.1')) === undefined) return port
  }
  throw new Error('No free TCP port was found on 127.0.0.1.')
}
