import fc from 'fast-check'
import type { MessagePart } from '#db/entities/message.ts'
import { anyValue, nearlyValid } from './arbitraries.ts'

const DOCUMENT = { id: '6f9d0a3e-53a1-4a52-8d1c-8f0b3a1f5c11', title: 'Rain', kind: 'text' }

/** A forecast as the tool `getWeather` gives it. */
export const FORECAST = {
  latitude: 48.86,
  longitude: -2.35,
  timezone: 'Europe/Paris',
  current_units: { temperature_2m: '°C' },
  current: { time: '2026-11-21T10:00', temperature_2m: 7.4 },
  hourly: { time: ['2026-11-21T00:00', '2026-11-21T01:00'], temperature_2m: [3, null] },
  daily: { time: ['2026-11-21'], sunrise: ['2026-11-21T08:12'], sunset: ['2026-11-21T17:03'] },
}

const OUTPUTS: Record<string, unknown> = {
  getWeather: FORECAST,
  createDocument: { ...DOCUMENT, content: 'It was created.' },
  updateDocument: DOCUMENT,
  requestSuggestions: { ...DOCUMENT, message: 'Done.' },
  ownTool: { error: 'It failed.' },
  constructor: DOCUMENT,
}

const STATES = ['output-available', 'output-error', 'input-available', 'input-streaming']

/** One part of each kind that is stored; a tool in each of its states. */
const PARTS: MessagePart[] = [
  { type: 'text', text: 'Some **words**.' },
  { type: 'reasoning', text: 'A thought.', done: true, seconds: 3 },
  { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png', filename: 'a.png' },
  { type: 'step-start' },
  ...STATES.map((state) => ({
    type: 'tool-createDocument',
    toolCallId: 'call',
    state,
    input: { title: 'Rain', kind: 'text' },
    output: DOCUMENT,
    draft: { title: 'Rain', content: 'It' },
    errorText: 'It failed.',
  })),
]

/** A part with something wrong in it; it keeps its type, which is checked when it is stored. */
const brokenPart = fc
  .constantFrom(...PARTS)
  .chain((part) => fc.tuple(fc.constant(part.type), fc.oneof(nearlyValid(part), anyValue)))
  .map(([type, part]): MessagePart => ({ ...(typeof part === 'object' && part), type }))

/** The part of a tool whose input and output have something wrong in them. */
const brokenResult = fc
  .constantFrom(...Object.entries(OUTPUTS))
  .chain(([name, output]) => fc.tuple(fc.constant(name), anyValue, nearlyValid(output)))
  .map(
    ([name, input, output]): MessagePart => ({
      type: `tool-${name}`,
      toolCallId: 'call',
      state: 'output-available',
      input,
      output,
    }),
  )

/** A part of a message as a client may have stored it. */
export const anyPart: fc.Arbitrary<MessagePart> = fc.oneof(brokenPart, brokenResult)
