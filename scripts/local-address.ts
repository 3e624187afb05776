/** The address by which this machine reaches its own server that listens on `host`. */
export function localAddress(host: string, port: number): string {
  const anyAddress = host === '0.0.0.0' || host === '::' || host === ''
  const name = anyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
