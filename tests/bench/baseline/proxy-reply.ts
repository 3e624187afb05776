import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { CHAT_MODEL } from '../reply-script.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** Sends the messages to the model, and the text of its reply on to the client as lines of the data stream. */
export function proxyReply(modelUrl: string, messages: unknown, response: ServerResponse) {
  const upstream = httpRequest(
    `${modelUrl}/chat/completions`,
    { method: 'POST', agent, headers: { 'Content-Type': 'application/json' } },
    (events) => {
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
      forward(events, response)
    },
  )
  upstream.on('error', () => response.destroy())
  upstream.end(JSON.stringify({ model: CHAT_MODEL, stream: true, messages }))
}

function forward(events: IncomingMessage, response: ServerResponse) {
  let rest = ''
  events.setEncoding('utf8')
  events.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    const encoded = lines.map(encode).join('')
    if (encoded) response.write(encoded)
  })
  events.on('end', () => response.end('d:{"finishReason":"stop"}\n'))
  events.on('error', () => response.destroy())
}

function encode(line: string): string {
  if (!line.startsWith('data: {')) return ''
  const delta = JSON.parse(line.slice(6)).choices[0]?.delta.content
  return delta ? `0:${JSON.stringify(delta)}\n` : ''
}
