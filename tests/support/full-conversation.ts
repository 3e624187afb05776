import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'
import { sampleForecast } from './fake-weather.ts'
import { seedMessages } from './large-chat.ts'
import { makePng } from './test-images.ts'

const MARKDOWN = `# Heading

## Part

A paragraph with **strong** words, \`code\`, a [link](https://example.com) and $e^{i\\pi} = -1$.[^1]

\`\`\`ts
/** A comment. */
export const answer: number = 42 // ${'and a long line, which is scrolled, '.repeat(5)}
const text = \`six times \${seven}\`
\`\`\`

\`\`\`diff
- before
+ after
\`\`\`

$$
\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6} + x_1 + x_2 + x_3 + x_4 + x_5 + x_6 + x_7 + x_8
$$

| Month | Rain | Sun | Wind | Temperature | Pressure |
|---|---:|---|---|---|---|
| May | 17 | much sunshine | little | 20 | 1013 |

- [x] done
- [ ] open

1. One
2. Two

> A quotation.

https://example.com/${'a-long-address/'.repeat(8)}

[^1]: A footnote.
`

/** Of a tool that has ended with this output. */
function toolPart(name: string, output: unknown) {
  const toolCallId = randomUUID()
  return { type: `tool-${name}`, toolCallId, state: 'output-available', input: {}, output }
}

/**
 * Stores a conversation in which there is all that can be in one: images, a text
 * file, reasoning, code, formulas, tables, tools and what they made, several
 * versions, and a reply that has failed. Returns the id of its chat.
 */
export async function seedFullConversation(
  database: TestDatabase,
  userId: string,
  document: { id: string; title: string; kind: string },
): Promise<string> {
  const text = (words: string) => ({ type: 'text', text: words })
  const url = `data:image/png;base64,${(await makePng()).toString('base64')}`
  const image = (filename: string) => ({ type: 'file', mediaType: 'image/png', filename, url })
  const { chatId, ids } = await seedMessages(database, userId, [
    {
      parts: [image('one.png'), image('two.png'), text('What is in these images?')],
    },
    {
      parts: [
        { type: 'reasoning', text: 'They **ask** about two images.' },
        text(MARKDOWN),
        toolPart('getWeather', sampleForecast()),
        toolPart('createDocument', document),
        toolPart('requestSuggestions', { error: 'The document is gone.' }),
        toolPart('lookUp', { found: true }),
      ],
    },
    { parts: [text('And now?')] },
    { parts: [text('The first words')], status: 'failed', errorKind: 'cut' },
  ])
  const branch = randomUUID()
  await database.sql(
    `insert into message (id, chat_id, position, role, parts, replaced_by, branch_id, parent_id)
     values ($1, $2, 3, 'assistant', '[{"type":"text","text":"Another answer."}]', $3, $3, $4)`,
    [randomUUID(), chatId, branch, ids[2]],
  )
  return chatId
}
