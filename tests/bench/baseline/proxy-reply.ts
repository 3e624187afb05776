import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { CHAT_MODEL } from '../reply-script.ts'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/**
 * Sends the messages to the model, and the text of its reply on to the client as
 * lines of the data stream. Before the last line the whole text is stored.
 */
export async function proxyReply(
  modelUrl: string,
  messages: unknown,
  response: ServerResponse,
  store: (text: string) => Promise<void>,
): Promise<void> {
  const upstream = httpRequest(`${modelUrl}/chat/completions`, {
    method: 'POST',
    agent,
    headers: { 'Content-Type': 'application/json' },
  })
  upstream.end(JSON.stringify({ model: CHAT_MODEL, stream: true, messages }))
  const [events] = (await once(upstream, 'response')) as [IncomingMessage]
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' })
  await store(await forward(events, response))
  response.end('d:{"finishReason":"stop"}\n')
}

/** @returns the whole text */
async function forward(events: IncomingMessage, response: ServerResponse): Promise<string> {
  let rest = ''
  let text = ''
  events.setEncoding('utf8')
  events.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    let encoded = ''
    for (const line of lines) {
      const delta = deltaOf(line)
      text += delta
      if (delta) encoded += `0:${JSON.stringify(delta)}\n`
    }
    if (encoded) response.write(encoded)
  })
  await once(events, 'end')
  return text
}

function deltaOf(line: string): string {
  if (!line.startsWith('data: {')) return ''
  return JSON.parse(line.slice(6)).choices[0]?.delta.content ?? ''
}
