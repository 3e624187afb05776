import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes connections on to another server, until it stops to, without closing them. */
export type SilentProxy = {
  /** The address of the server, through this proxy. */
  url: string
  /** The connections that were ever made. */
  connections(): number
  /** Bytes that have come back from the server. */
  answered(): number
  /** Passes nothing on any more of the connections that there are; those that are made later work. */
  cut(): void
  close(): void
}

/** Starts a proxy that loses connections as a router does that has forgotten them. */
export async function startSilentProxy(serverUrl: string): Promise<SilentProxy> {
  const target = new URL(serverUrl)
  const sockets: Socket[] = []
  const cut = new Set<Socket>()
  let answered = 0
  let connections = 0

  function pass(from: Socket, to: Socket) {
    sockets.push(from)
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.on('data', (bytes) => {
      if (!cut.has(from)) to.write(bytes)
    })
  }

  const server = createServer((client) => {
    connections += 1
    const upstream = connect(Number(target.port || 5432), target.hostname)
    upstream.on('data', (bytes) => {
      answered += bytes.length
    })
    pass(client, upstream)
    pass(upstream, client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    connections: () => connections,
    answered: () => answered,
    cut() {
      for (const socket of sockets) cut.add(socket)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
