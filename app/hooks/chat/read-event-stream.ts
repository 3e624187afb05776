import type { ClientChunk } from '#core/replies/reply-chunk.ts'

/** Characters of one event at most; a longer one is none of our server's. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024

/**
 * Reads a UI message stream (server-sent events whose data is JSON) chunk by
 * chunk. What is not JSON, and the closing `[DONE]`, is passed over.
 *
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 *
 * @throws what the connection failed with
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ClientChunk, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      buffer += value ? decoder.decode(value, { stream: true }) : decoder.decode()
      let start = 0
      for (let end = nextLine(buffer, start); end >= 0; end = nextLine(buffer, start)) {
        const chunk = parseLine(buffer.slice(start, end))
        start = end + 1
        if (chunk) yield chunk
      }
      buffer = buffer.slice(start)
      if (buffer.length > MAX_EVENT_LENGTH) throw new Error('An event of the stream has no end.')
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function nextLine(buffer: string, from: number): number {
  return buffer.indexOf('\n', from)
}

function parseLine(line: string): ClientChunk | undefined {
  if (!line.startsWith('data:')) return undefined
  try {
    const value: unknown = JSON.parse(line.slice(5))
    return isChunk(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Our own server writes the stream, so what names its type is taken as the chunk that it says. */
function isChunk(value: unknown): value is ClientChunk {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}
