import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type KeptAnswer = {
  status: number
  headers: IncomingHttpHeaders
  /** Whether it came on the connection of the request before it. */
  isReused: boolean
  /** Resolves when the answer is complete. */
  text: Promise<string>
}

/** Makes a client that keeps one connection between its requests, as routers and browsers do. */
export function keepConnection(url: string, headers: Record<string, string> = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send(method: string, path: string, json?: unknown): Promise<KeptAnswer> {
      const type = json === undefined ? {} : { 'Content-Type': 'application/json' }
      return new Promise((resolve, reject) => {
        const options = { method, agent, headers: { ...headers, ...type } }
        const sent = request(new URL(path, url), options, (answer: IncomingMessage) => {
          const body = text(answer)
          // Whoever waits for the text learns of the error; a test that has failed does not wait.
          body.catch(() => {})
          const { statusCode: status = 0, headers } = answer
          resolve({ status, headers, isReused: sent.reusedSocket, text: body })
        })
        sent.on('error', reject)
        sent.end(json === undefined ? undefined : JSON.stringify(json))
      })
    },
    close: () => agent.destroy(),
  }
}
