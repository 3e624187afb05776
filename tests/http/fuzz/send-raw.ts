import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type RawAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

type RawRequest = {
  method: string
  /** The request line's target, sent unchanged. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

const DEADLINE_MS = 10_000
const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends a request without the repairs that `fetch` makes to paths and headers. */
export function sendRaw(origin: string, { method, path, headers, body }: RawRequest) {
  const { hostname, port } = new URL(origin)
  return new Promise<RawAnswer>((resolve, reject) => {
    const options = { hostname, port, method, path, headers: headers ?? {}, agent }
    const sent = request(
      { ...options, timeout: DEADLINE_MS, setDefaultHeaders: true },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
        })
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`No answer to ${method} ${path}`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends bytes to the server's socket; returns the first line of the answer, empty without one. */
export function sendBytes(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(DEADLINE_MS, () => socket.destroy(new Error(`No answer to ${bytes}`)))
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
  })
}

/** Sends bytes, gives the server time to begin with them, and breaks the connection off. */
export async function leaveAfter(origin: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  await sleep(150)
  socket.resetAndDestroy()
}
