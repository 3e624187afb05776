import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Env } from '#core/env.server.ts'
import { logOutages } from '#core/jobs/log-outages.ts'
import type { Logger } from '#core/log.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import { createCounts } from './counts.ts'
import { closeStalledWrites } from './stalled-writes.ts'

/** Sent to a connection too many, before anything of its request is read. */
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'Retry-After: 5',
  'Content-Type: text/plain',
  'Content-Length: 21',
  'Connection: close',
  '',
  'Too many connections\n',
].join('\r\n')

type Bounds = Pick<Env, 'MAX_CONNECTIONS' | 'CONNECTIONS_PER_NETWORK' | 'TRUST_PROXY'>

/**
 * Bounds the connections of a server: how many there are in all and from one
 * network, and for how long one may be kept by a client that reads nothing.
 *
 * Behind a proxy all connections are the proxy's, so they are not counted by
 * network; limit-requests.ts counts the requests that are being answered instead.
 */
export function boundConnections(server: Server, bounds: Bounds, log: Logger): void {
  const byNetwork = createCounts()
  server.maxConnections = bounds.MAX_CONNECTIONS
  const onDrop = logOutages(log, 'connection refused: MAX_CONNECTIONS are open')
  server.on('drop', () => onDrop())
  server.on('connection', (socket: Socket) => {
    if (bounds.TRUST_PROXY > 0) return
    const network = callerNetwork(socket.remoteAddress ?? '')
    if (byNetwork.add(network) > bounds.CONNECTIONS_PER_NETWORK) refuse(socket)
    socket.on('close', () => byNetwork.remove(network))
  })
  closeStalledWrites(server, log)
}

/** Nothing is read, so that no request is handled whose answer nobody would get. */
function refuse(socket: Socket) {
  socket.end(REFUSAL)
  socket.destroySoon()
}
