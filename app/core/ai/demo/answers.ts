import type { FilePart } from './read-prompt.ts'
import { truncate } from './shorten.ts'

const CONNECT = `To talk to a real model, set one of these and start again:

- \`OPENAI_API_KEY\`: a key of OpenAI
- \`OPENAI_BASE_URL\`: any server that speaks OpenAI's protocol, for example \`http://localhost:11434/v1\` for Ollama`

export const GREETING = `Hello! I am the **built-in demo model**: I need no network, and I only follow simple cues. Ask me for *help* to see which.

${CONNECT}
`

export const HELP = `I am the **built-in demo model**. I do not understand language; I follow cues. Try one of these:

| You write | I show |
| --- | --- |
| What is the weather in Paris? | a tool call |
| Show me some code | a code block |
| Write an essay about rain | a text document |
| Write a Python script | a code document |
| Make a spreadsheet of expenses | a sheet |
| Draw an image of a sunset | an image |
| Suggest improvements | suggestions for the last document |
| Update it: make it shorter | a new version of the last document |

${CONNECT}
`

export const CODE = `Here is a small function, as an example of a code block. I am the demo model, so it is the same for everyone:

\`\`\`ts
/** Counts the words of a text. */
export function countWords(text: string): number {
  return text.match(/\\S+/g)?.length ?? 0
}

console.log(countWords('three small words')) // 3
\`\`\`

Ask for a *Python script* to see code open as a document of its own.
`

export const TABLE = `A table, as an example from the demo model:

| Planet | Moons | Day (hours) |
| --- | ---: | ---: |
| Earth | 1 | 24 |
| Mars | 2 | 24.6 |
| Jupiter | 97 | 9.9 |
`

export const LIST = `A list, as an example from the demo model:

1. **Write** what you want in the box below.
2. **Read** the reply while it streams in.
3. **Go on** from there:
   - stop a reply that goes the wrong way,
   - edit your message and try again,
   - vote on what you got.
`

export const NO_DOCUMENT = `There is no document in this conversation yet that I could work on. I am the demo model; ask me first to *write an essay about rain*, for example, and then for suggestions or changes.
`

/** The answer to a message without a cue: repeats the message and says how to get a real answer. */
export function fallback(message: string, toolsOffered: boolean): string {
  const quoted = truncate(message, 200).replace(/\s+/g, ' ')
  const words = message.match(/\S+/g)?.length ?? 0
  return `You wrote, in ${words} ${words === 1 ? 'word' : 'words'}:

> ${quoted}

I am the **built-in demo model**, so I cannot answer that properly: I only recognise a few cues. ${
    toolsOffered
      ? 'Write *help* to see them.'
      : 'As the reasoning model I have no tools; pick another model below the message to see weather and documents.'
  }

${CONNECT}
`
}

/** The answer to images: their types and sizes, which is all that is known without a real model. */
export function describeImages(images: FilePart[]): string {
  const lines = images.map((image) => `- ${describeImage(image)}`)
  return `You sent me ${images.length === 1 ? 'an image' : `${images.length} images`}:

${lines.join('\n')}

I am the **built-in demo model** and cannot see what is in it. A real model can.

${CONNECT}
`
}

function describeImage({ data, mediaType }: FilePart): string {
  if (data.type === 'url') return `\`${mediaType}\` at ${data.url.host}`
  if (data.type !== 'data') return `\`${mediaType}\``
  const bytes =
    typeof data.data === 'string' ? Buffer.byteLength(data.data, 'base64') : data.data.byteLength
  return `\`${mediaType}\`, ${(bytes / 1024).toFixed(1)} kB`
}

/** The reasoning that the demo's reasoning model shows before its answer. */
export function thinking(message: string): string {
  return `The message says “${truncate(message, 120).replace(/\s+/g, ' ')}”. I am the demo model, so I look for a cue in it: a greeting, a request for help, for code, a table or a list. Whatever I find, I should say plainly that this is a demonstration. Then I write the answer in Markdown.`
}
