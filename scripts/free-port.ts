import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Tries whether a server could listen on a port.
 *
 * @returns undefined if it could, otherwise the system's error code, such as `EADDRINUSE`
 */
export function tryToListen(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen(port, host, () => server.close(() => resolve(undefined)))
  })
}

/**
 * Finds a free TCP port on the loopback interface. It lies below the range from
 * which systems take the ports of outgoing connections, so that a server that
 * restarts on it finds it still free.
 */
export async function freeLoopbackPort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(15_000, 32_000)
    if ((await tryToListen(port, '127.0.0.1')) === undefined) return port
  }
  throw new Error('No free TCP port was found on 127.0.0.1.')
}
