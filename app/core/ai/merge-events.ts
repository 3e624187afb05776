/** Where text begins that grows from event to event, in chat completions and in responses. */
const GROWING = /"(?:content|reasoning_content|reasoning)":"|_text\.delta".*?"delta":"/
/** What differs between two deltas of one text and means nothing to us. */
const SERIAL = /"sequence_number":\d+|"obfuscation":"[^"]*"/g
const EVENT_END = '\n\n'
/** Bytes of one event at most that are held back until it is whole. */
const MAX_HELD = 1024 * 1024

type Fetch = typeof globalThis.fetch

/**
 * A `fetch` for model providers. Deltas that arrive together (a fast model, or
 * a process that is behind) become one event before anything parses them: each
 * event costs a dozen promises and a schema check in the SDK. An event that
 * comes alone passes untouched.
 */
export const fetchMergingEvents: Fetch = async (input, init) => {
  const response = await globalThis.fetch(input, init)
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (!response.body || !isEvents) return response
  return new Response(mergeEvents(response.body), response)
}

/** Merges the events of a body as they come; see {@link fetchMergingEvents}. */
export function mergeEvents(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let held: Buffer | undefined

  function take(bytes: Uint8Array): Uint8Array | undefined {
    const fresh = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const chunk = held ? Buffer.concat([held, fresh]) : fresh
    held = undefined
    const first = chunk.indexOf(EVENT_END)
    if (first === chunk.length - EVENT_END.length) return chunk
    const end = chunk.lastIndexOf(EVENT_END) + EVENT_END.length
    if (first < 0 || chunk.includes('\r')) return hold(chunk)
    if (end < chunk.length) held = chunk.subarray(end)
    return Buffer.from(merge(chunk.toString('utf8', 0, end)))
  }

  /** An event that has not ended waits for its end; other line ends are left to the parser. */
  function hold(chunk: Buffer): Uint8Array | undefined {
    if (chunk.length > MAX_HELD || chunk.includes('\r')) return chunk
    held = chunk
    return undefined
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value } = await reader.read()
          const bytes = done ? held : take(value)
          if (bytes) controller.enqueue(bytes)
          if (done) return controller.close()
          if (bytes) return
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

type Delta = { head: string; text: string; tail: string }

/** Joins the growing strings of neighbouring events that are otherwise alike. */
function merge(events: string): string {
  const out: string[] = []
  let last: Delta | undefined
  const flush = () => {
    if (last) out.push(last.head + last.text + last.tail)
    last = undefined
  }
  for (const event of events.split(EVENT_END)) {
    if (!event) continue
    const delta = splitDelta(event)
    if (last && delta && isContinued(last, delta)) {
      // Two JSON strings, escapes and all, are joined as they stand.
      last = { ...delta, text: last.text + delta.text }
      continue
    }
    flush()
    if (delta) last = delta
    else out.push(event)
  }
  flush()
  return out.map((event) => event + EVENT_END).join('')
}

function splitDelta(event: string): Delta | undefined {
  const field = GROWING.exec(event)
  if (!field) return undefined
  const start = field.index + field[0].length
  let end = start
  while (end < event.length && event[end] !== '"') end += event[end] === '\\' ? 2 : 1
  if (end >= event.length) return undefined
  return { head: event.slice(0, start), text: event.slice(start, end), tail: event.slice(end) }
}

function isContinued(a: Delta, b: Delta): boolean {
  return isAlike(a.head, b.head) && isAlike(a.tail, b.tail)
}

function isAlike(a: string, b: string): boolean {
  return a === b || a.replaceAll(SERIAL, '') === b.replaceAll(SERIAL, '')
}
