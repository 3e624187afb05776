import type { LiveHint } from '#core/live/live-hint.ts'
import type { TestClient } from './client.ts'

/** Reads GET /live as a browser does. */
export async function readLive(client: TestClient) {
  const leave = new AbortController()
  const response = await client.get('/live', { signal: leave.signal })
  const hints: LiveHint[] = []
  let hasEnded = false
  const reading = read().finally(() => {
    hasEnded = true
  })
  reading.catch(() => {})

  async function read() {
    let text = ''
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        if (event.startsWith('data: ')) hints.push(JSON.parse(event.slice('data: '.length)))
      }
    }
  }

  return {
    response,
    hints,
    hasEnded: () => hasEnded,
    async close() {
      leave.abort()
      await reading.catch(() => {})
    },
  }
}
