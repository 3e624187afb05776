import { isIPv4, isIPv6 } from 'node:net'

/** The network of everything that is no IP address; all of it counts as one caller. */
const UNKNOWN = 'unknown'

/**
 * Gives what rate limits count an address by: an IPv4 address itself; of an
 * IPv6 address the first 64 bits, since one household or machine commonly has
 * all of the rest (RFC 6177).
 *
 * @param ip as the socket or a trusted proxy gave it; some proxies add the port
 */
export function callerNetwork(ip: string): string {
  const [, bracketed] = /^\[(.+)\](?::\d+)?$/.exec(ip) ?? []
  const [address = ''] = (bracketed ?? ip).split('%')
  const [, v4 = ''] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/i.exec(address) ?? []
  if (isIPv4(v4)) return v4
  return isIPv6(address) ? network64(address.toLowerCase()) : UNKNOWN
}

function network64(address: string): string {
  const [before = '', after] = address.split('::')
  const head = before ? before.split(':') : []
  const tail = after ? after.split(':') : []
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length
  const groups = [...head, ...new Array<string>(Math.max(zeros, 0)).fill('0'), ...tail]
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
