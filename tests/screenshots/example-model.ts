import {
  type FakeRequest,
  hasToolResult,
  lastUserText,
  type Script,
} from '#tests/support/fake-openai.ts'
import { sampleForecast } from '#tests/support/fake-weather.ts'

/* What the model says on the pictures of the README. */

const LISBON = { latitude: 38.7, longitude: -9.1 }

/** A mild day, coldest before sunrise. */
export const forecast = sampleForecast({
  place: LISBON,
  now: 19.2,
  degreesAt: (hour) => Math.round(16 - 5 * Math.cos(((hour - 4) / 12) * Math.PI)),
})

/** Of the first chat. */
export const TITLE = 'Dinner in Lisbon'

export const ASKED = {
  weather: 'Can we eat outside in Lisbon tonight?',
  code: 'And the mean of the evening, in Python?',
  essay: 'Write a short text about rain',
  suggestions: 'Suggest improvements',
}

const WEATHER_TEXT = `Yes, until about nine. It stays **dry**, and a light jacket will do:

| Hour | Temperature | Outside? |
|---|---:|---|
| 20:00 | 18 °C | with a jacket |
| 22:00 | 16 °C | better inside |
`

const CODE_TEXT = `\`\`\`python
evening = {20: 18, 22: 16}

mean = sum(evening.values()) / len(evening)
print(f"{mean:.1f} °C")  # 17.0 °C
\`\`\`

The mean is $\\bar{t} = \\frac{1}{n}\\sum_{i=1}^{n} t_i = 17$ °C.
`

const ESSAY = `# Rain

Rain begins long before it falls. Water leaves the sea without a sound, climbs, and very slowly turns into a cloud.

In order to fall, a drop has to become a million times as heavy as the droplets around it. Then it takes a few minutes to the ground.

## What it leaves

- Rivers, which carry it back
- Springs, years later
- The smell of the first minute
`

const EDITS = [
  {
    originalText: 'and very slowly turns into a cloud',
    suggestedText: 'and becomes a cloud',
    description: 'Says the same with fewer words.',
  },
  { originalText: 'In order to fall', suggestedText: 'To fall', description: 'Shorter.' },
]

/** Answers the chat, its title, the document and the suggestions for it. */
export function reply(request: FakeRequest): Script {
  const { model } = request.body
  const asked = lastUserText(request)
  if (model === 'title') return { text: asked.includes('rain') ? 'A text about rain' : TITLE }
  if (model === 'artifact') {
    return { text: isAskedForEdits(request) ? JSON.stringify({ elements: EDITS }) : ESSAY }
  }
  if (hasToolResult(request)) return { text: TOLD.get(asked) ?? '' }
  if (asked === ASKED.weather) return { toolCalls: [{ name: 'getWeather', input: LISBON }] }
  if (asked === ASKED.code) return { text: CODE_TEXT }
  if (asked === ASKED.essay) {
    return { toolCalls: [{ name: 'createDocument', input: { title: 'Rain', kind: 'text' } }] }
  }
  return { toolCalls: [{ name: 'requestSuggestions', input: { documentId: documentId(request) } }] }
}

const TOLD = new Map([
  [ASKED.weather, WEATHER_TEXT],
  [ASKED.essay, 'Here is a first draft. It is saved with every change, so go ahead and edit it.'],
  [ASKED.suggestions, 'Two places could be shorter. Accept or dismiss each of them in the text.'],
])

/** Suggestions are asked for in JSON, a document is not. */
function isAskedForEdits({ body }: FakeRequest): boolean {
  return body.response_format !== undefined || body.text !== undefined
}

/** The id of the document that the conversation is about, from the result of the tool that wrote it. */
function documentId({ body }: FakeRequest): string {
  const conversation = JSON.stringify(body.messages ?? body.input)
  return /\{\\"id\\":\\"([0-9a-f-]{36})/.exec(conversation)?.[1] ?? ''
}
