import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A host that no page of ours may reach; what arrives there is kept. */
export type ForeignHost = {
  /** Its address without the scheme, `127.0.0.1:<port>`. */
  host: string
  udpPort: number
  /** The requests, upgrades and packets that have arrived. */
  hits: string[]
  stop(): void
}

/** Starts a host that answers everything and allows every origin. */
export async function startForeignHost(): Promise<ForeignHost> {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Content-Type', 'text/javascript')
    response.end('1')
  })
  server.on('upgrade', (request, socket) => {
    hits.push(`upgrade ${request.url}`)
    socket.destroy()
  })
  const udp = createSocket('udp4')
  udp.on('message', () => hits.push('packet'))
  await Promise.all([
    once(server.listen(0, '127.0.0.1'), 'listening'),
    new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve)),
  ])
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    udpPort: udp.address().port,
    hits,
    stop() {
      server.closeAllConnections()
      server.close()
      udp.close()
    },
  }
}
