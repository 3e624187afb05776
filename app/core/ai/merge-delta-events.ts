import type { Readable } from 'node:stream'
import { createPacedReader } from './paced-reader.ts'

/** The start of a delta's text in an event, in OpenAI's chat completions and responses. */
const DELTA_START = /"(?:content|reasoning_content|reasoning)":"|_text\.delta".*?"delta":"/
/** Fields that differ between two deltas of one text and that nothing reads. */
const UNREAD_FIELDS = /"sequence_number":\d+|"obfuscation":"[^"]*"/g
const EVENT_END = '\n\n'
/** Bytes of an event that is held back until it is whole; a longer one passes in pieces. */
const MAX_HELD_BYTES = 1024 * 1024

/**
 * Merges the server-sent events of a model provider's answer as they come.
 * Deltas that arrive together become one event before anything parses them:
 * each event costs a dozen promises and a schema check in the SDK. An event that
 * comes alone passes untouched.
 *
 * @param paceMs the time between two passes, in milliseconds; asked before each
 */
export function mergeDeltaEvents(body: Readable, paceMs = () => 0): ReadableStream<Uint8Array> {
  const chunks = createPacedReader(body, paceMs)
  let held: Buffer | undefined

  /** @returns the bytes that can be passed on; undefined when there are none yet */
  function receive(fresh: Buffer): Uint8Array | undefined {
    const chunk = held ? Buffer.concat([held, fresh]) : fresh
    held = undefined
    const first = chunk.indexOf(EVENT_END)
    if (first === chunk.length - EVENT_END.length) return chunk
    const end = chunk.lastIndexOf(EVENT_END) + EVENT_END.length
    if (first < 0 || chunk.includes('\r')) return hold(chunk)
    if (end < chunk.length) held = chunk.subarray(end)
    return Buffer.from(mergeEvents(chunk.toString('utf8', 0, end)))
  }

  /** Keeps an event that has not ended; other line ends than `\n` are left to the SDK's parser. */
  function hold(chunk: Buffer): Uint8Array | undefined {
    if (chunk.length > MAX_HELD_BYTES || chunk.includes('\r')) return chunk
    held = chunk
    return undefined
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>) {
    for (;;) {
      const chunk = await chunks.read()
      const bytes = chunk ? receive(chunk) : held
      if (bytes) controller.enqueue(bytes)
      if (!chunk) return controller.close()
      if (bytes) return
    }
  }

  return new ReadableStream<Uint8Array>({ pull, cancel: chunks.cancel }, { highWaterMark: 0 })
}

/** An event, split around the text of its delta. */
type DeltaEvent = { before: string; text: string; after: string }

/** Merges neighbouring delta events that are alike but for their text, and carry nothing else. */
function mergeEvents(events: string): string {
  const merged: string[] = []
  let last: DeltaEvent | undefined
  /** Whether `last` is known to carry its text alone; so is then what is alike. */
  let isOnlyText = false
  const flush = () => {
    if (last) merged.push(last.before + last.text + last.after)
    last = undefined
    isOnlyText = false
  }
  for (const event of events.split(EVENT_END)) {
    if (!event) continue
    const delta = splitDelta(event)
    if (last && delta && continues(last, delta) && (isOnlyText || carriesOnlyText(last))) {
      isOnlyText = true
      // The text stays JSON, escapes and all, so two of them are joined as they stand.
      last = { ...delta, text: last.text + delta.text }
      continue
    }
    flush()
    if (delta) last = delta
    else merged.push(event)
  }
  flush()
  return merged.map((event) => event + EVENT_END).join('')
}

function splitDelta(event: string): DeltaEvent | undefined {
  const field = DELTA_START.exec(event)
  if (!field) return undefined
  const start = field.index + field[0].length
  let end = start
  while (end < event.length && event[end] !== '"') end += event[end] === '\\' ? 2 : 1
  if (end >= event.length) return undefined
  return { before: event.slice(0, start), text: event.slice(start, end), after: event.slice(end) }
}

function continues(a: DeltaEvent, b: DeltaEvent): boolean {
  return isAlike(a.before, b.before) && isAlike(a.after, b.after)
}

function isAlike(a: string, b: string): boolean {
  return a === b || a.replaceAll(UNREAD_FIELDS, '') === b.replaceAll(UNREAD_FIELDS, '')
}

/** Fields that describe an event or say where its text belongs. */
const DESCRIPTIVE_FIELDS = new Set([
  ...['id', 'object', 'created', 'model', 'system_fingerprint', 'service_tier', 'provider'],
  ...['index', 'role', 'type', 'item_id', 'output_index', 'content_index', 'summary_index'],
  ...['sequence_number', 'obfuscation'],
])
const DATA_LINE = 'data:'

/**
 * Tells whether an event says nothing beside the text of its delta. Arguments of
 * a tool that stand beside an empty `content`, for example, would be lost by a
 * merge of two events that have the same piece of them.
 */
function carriesOnlyText({ before, after }: DeltaEvent): boolean {
  const lines = (before + after).split('\n')
  const data = lines.filter((line) => line.startsWith(DATA_LINE))
  if (data.length !== 1) return false
  try {
    const { choices = [], ...rest } = JSON.parse(String(data[0]).slice(DATA_LINE.length))
    return choices.every(isBare) && isBare(rest)
  } catch {
    return false
  }
}

/**
 * Tells whether a value holds nothing but descriptive fields and empty values. A
 * list with an entry is none, also where the entry is empty: a tool call without
 * arguments still ends the text before it.
 */
function isBare(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (typeof value !== 'object' || value === null) return value === null || value === ''
  return Object.entries(value).every(
    ([key, held]) => isBare(held) || (DESCRIPTIVE_FIELDS.has(key) && typeof held !== 'object'),
  )
}
