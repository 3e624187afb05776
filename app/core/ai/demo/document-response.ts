import type { LanguageModelV4CallOptions } from '../provider-types.ts'
import type { DemoResponse } from './demo-language-model.ts'
import { fillSchema } from './fill-schema.ts'
import { documentInPrompt, lastUserText, systemText } from './read-prompt.ts'
import { truncate } from './shorten.ts'

/**
 * The response of the demo's artifact model. It recognises the kind of the
 * document by the instructions (see `app/core/ai/prompts.ts`), finds the present
 * text of an update between `<document>` tags, and answers a request for JSON
 * with suggestions for that text.
 */
export function respondWithDocument(options: LanguageModelV4CallOptions): DemoResponse {
  const document = documentInPrompt(options.prompt)
  if (options.responseFormat?.type === 'json') {
    return { text: JSON.stringify(fillSchema(options.responseFormat.schema ?? {}, document ?? '')) }
  }
  const instructions = systemText(options.prompt)
  const request = lastUserText(options.prompt)
    .replace(/<document>[\s\S]*<\/document>/, '')
    .replace(/^\s*The change:/, '')
    .trim()
  const kind = /\bCSV\b/.test(instructions)
    ? 'sheet'
    : /\bsource code\b/i.test(instructions)
      ? 'code'
      : 'text'
  const text = document === undefined ? WRITE[kind](request) : REVISE[kind](document, request)
  return { text }
}

type Kind = 'text' | 'code' | 'sheet'

const WRITE: Record<Kind, (title: string) => string> = {
  text: (title) => `# ${truncate(title, 80)}

This text was written by the built-in demo model. It is very much a placeholder, but it has the shape of a real document: a title, a few paragraphs and a list.

In order to show suggestions, some sentences here could be better. Ask for suggestions, and you will see which ones.

- Every change is saved as a version of its own.
- An earlier version can be brought back at any time.
- Nothing here leaves your machine.

## What comes next

Connect a real model, and it will write about “${truncate(title, 80)}” in earnest.
`,
  code: (title) => `# ${oneLine(title)}
# Written by the built-in demo model: it runs, but it was not made for you.


def fibonacci(count):
    """Returns the first \`count\` Fibonacci numbers."""
    numbers = []
    a, b = 0, 1
    for _ in range(count):
        numbers.append(a)
        a, b = b, a + b
    return numbers


print(fibonacci(10))  # [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
`,
  sheet: () => `Item,Quantity,Unit price,Total
Notebook,3,4.50,13.50
Pen,10,1.20,12.00
"Paper, A4",2,6.00,12.00
Stapler,1,8.90,8.90
`,
}

const REVISE: Record<Kind, (document: string, request: string) => string> = {
  text: (document, request) =>
    `${document.trimEnd()}\n\n## Revision\n\nThe demo model was asked: “${oneLine(request)}”. A real model would have worked that into the text.\n`,
  code: (document, request) => `# Revised by the demo model: ${oneLine(request)}\n${document}`,
  sheet: (document) => {
    const columns = document.split('\n', 1)[0]?.split(',').length ?? 1
    return `${document.trimEnd()}\nAdded by the demo model${',0'.repeat(columns - 1)}\n`
  },
}

function oneLine(text: string): string {
  return truncate(text.replace(/\s+/g, ' '), 100)
}
