import type { WrittenKind } from '../prompts.ts'
import type { LanguageModelV4CallOptions } from '../provider-types.ts'
import { changePart } from './change-part.ts'
import type { DemoResponse } from './demo-language-model.ts'
import { fillSchema } from './fill-schema.ts'
import { documentInPrompt, lastUserText, systemText, textInTag } from './read-prompt.ts'
import { truncate } from './shorten.ts'

/**
 * The response of the demo's artifact model. It recognises the kind of the
 * document by the instructions (see `app/core/ai/prompts.ts`), finds the present
 * text of an update between `<document>` tags, and answers a request for JSON
 * with suggestions for that text, or with the change of the text between `<part>` tags.
 */
export function respondWithDocument(options: LanguageModelV4CallOptions): DemoResponse {
  const document = documentInPrompt(options.prompt)
  const part = textInTag(options.prompt, 'part')
  if (part !== undefined && options.responseFormat?.type === 'json') {
    return { text: JSON.stringify(changePart(part, kindOf(options), requestIn(options))) }
  }
  if (options.responseFormat?.type === 'json') {
    return { text: JSON.stringify(fillSchema(options.responseFormat.schema ?? {}, document ?? '')) }
  }
  const request = lastUserText(options.prompt)
    .replace(/<document(-\d+)?>[\s\S]*<\/document\1>/, '')
    .replace(/^\s*The change:/, '')
    .trim()
  const kind = kindOf(options)
  const text = document === undefined ? WRITE[kind](request) : REVISE[kind](document, request)
  return { text }
}

function kindOf({ prompt }: LanguageModelV4CallOptions): Kind {
  const instructions = systemText(prompt)
  if (/\bCSV\b/.test(instructions)) return 'sheet'
  return /\bsource code\b/i.test(instructions) ? 'code' : 'text'
}

function requestIn({ prompt }: LanguageModelV4CallOptions): string {
  const text = lastUserText(prompt)
  const marker = 'The request:'
  return text.slice(text.lastIndexOf(marker) + marker.length).trim()
}

type Kind = WrittenKind

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
