/** One event of the UI message stream; its other fields depend on its type. */
export type StreamEvent = { type: string; [key: string]: unknown }

/** Characters that one event may have; past it the stream is not what it should be. */
const MAX_EVENT_LENGTH = 16 * 1024 * 1024

/**
 * Reads a UI message stream (server-sent events whose data is JSON) event by
 * event. What is not JSON, and the closing `[DONE]`, is passed over.
 *
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 *
 * @throws what the connection failed with
 */
export async function* readEventStream(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void, void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let buffer = ''
  try {
    while (true) {
      const { value, done } = await reader.read()
      buffer += value ? decoder.decode(value, { stream: true }) : decoder.decode()
      let start = 0
      for (let end = nextLine(buffer, start); end >= 0; end = nextLine(buffer, start)) {
        const event = parseLine(buffer.slice(start, end))
        start = end + 1
        if (event) yield event
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

function parseLine(line: string): StreamEvent | undefined {
  if (!line.startsWith('data:')) return undefined
  try {
    const value: unknown = JSON.parse(line.slice(5))
    return isEvent(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEvent(value: unknown): value is StreamEvent {
  return typeof value === 'object' && value !== null && 'type' in value
}
