import type { WrittenKind } from '../prompts.ts'
import { truncate } from './shorten.ts'

type ChangedPart = { suggestedText: string | null; description: string }

type Cue = {
  pattern: RegExp
  change: (part: string, kind: WrittenKind, request: string) => ChangedPart
}

/** What the demo's artifact model makes of a part; the first cue in the request decides. */
const CUES: Cue[] = [
  {
    pattern: /explain|what (does|is)|why\b/i,
    change: (part, kind) => note(explanation(part, kind)),
  },
  {
    pattern: /\bbugs?\b/i,
    change: () => note('The demo model cannot find bugs; a real model would look for one here.'),
  },
  {
    pattern: /comment/i,
    change: (part) => {
      const sign = /^\s*(\/\/|const |let |function |import .* from|[.#@][\w-]+ \{)|;\s*$/m.test(
        part,
      )
        ? '//'
        : '#'
      const indent = /^[ \t]*/.exec(part)?.[0] ?? ''
      return changed(
        `${indent}${sign} Commented by the demo model: what follows does its work in ${count(part, /^.*\S.*$/gm, 'line')}.\n${part}`,
        'Adds a comment.',
      )
    },
  },
  {
    pattern: /clean/i,
    change: (part) =>
      changed(
        part.replace(/ +(?=[,;\t\n]|$)|(?<=[,;\t\n]|^) +/g, ''),
        'Removes spaces around values.',
      ),
  },
  {
    pattern: /gaps?\b|missing|empty/i,
    change: (part) =>
      changed(
        part.replace(/(?<=[,;\t])(?=[,;\t\n]|$)/g, 'n/a').replace(/^(?=[,;\t])/gm, 'n/a'),
        'Writes “n/a” into empty cells.',
      ),
  },
  {
    pattern: /shorten|shorter/i,
    change: (part) => changed(shortened(part), 'Says it with fewer words.'),
  },
  {
    pattern: /lengthen|longer|expand/i,
    change: (part) =>
      changed(
        withSpaces(
          part,
          (text) => `${text} The demo model adds this sentence; a real model would add substance.`,
        ),
        'Adds a sentence.',
      ),
  },
  {
    pattern: /spelling|grammar|\bfix\b/i,
    change: (part) => changed(corrected(part), 'Corrects spelling and spaces.'),
  },
  {
    pattern: /translate/i,
    change: (part, _kind, request) =>
      changed(
        withSpaces(part, (text) => `[${truncate(request, 60)}] ${text}`),
        'The demo model cannot translate; it marks the place.',
      ),
  },
  {
    pattern: /friendl/i,
    change: (part) =>
      changed(
        withSpaces(part, (text) => `Good news! ${text.replace(/\.$/, '!')}`),
        'Sounds friendlier.',
      ),
  },
  {
    pattern: /formal/i,
    change: (part) =>
      changed(
        part.replace(
          /\b(can|wo|do|does|is|are)n['’]t\b/gi,
          (_all, verb: string) => `${verb.toLowerCase() === 'wo' ? 'will' : verb} not`,
        ),
        'Sounds more formal.',
      ),
  },
]

/** Changes a part by simple rules, as the request's words ask for, or explains why it does not. */
export function changePart(part: string, kind: WrittenKind, request: string): ChangedPart {
  const cue = CUES.find(({ pattern }) => pattern.test(request))
  const result = cue?.change(part, kind, request) ?? asked(part, kind, request)
  if (result.suggestedText !== part) return result
  return note('The demo model finds nothing to change here.')
}

function asked(part: string, kind: WrittenKind, request: string): ChangedPart {
  const words = truncate(request.replace(/\s+/g, ' '), 80)
  if (kind !== 'text') {
    return note(`The demo model was asked “${words}”, which only a real model can do.`)
  }
  return changed(
    withSpaces(part, (text) => `${text} (The demo model was asked: ${words})`),
    'An example: a real model would have done what you asked.',
  )
}

function shortened(part: string): string {
  const plain = part
    .replace(/\bin order to\b/gi, 'to')
    .replace(/\b(very much|very|really|quite|just|of course) /gi, '')
  if (plain !== part) return plain
  return withSpaces(part, (text) => {
    const sentences = text.match(/[^.!?]+[.!?]+\s*/g) ?? []
    if (sentences.length > 1)
      return sentences
        .slice(0, Math.ceil(sentences.length / 2))
        .join('')
        .trim()
    const words = text.split(' ')
    return words.length > 6 ? `${words.slice(0, Math.ceil(words.length * 0.7)).join(' ')}.` : text
  })
}

function corrected(part: string): string {
  return part
    .replace(/\bteh\b/g, 'the')
    .replace(/\brecieve/g, 'receive')
    .replace(/(?<=\S) {2,}(?=\S)/g, ' ')
    .replace(/ +(?=[,.!?])/g, '')
    .replace(/(?<=[.!?] )[a-z]/g, (letter) => letter.toUpperCase())
}

function explanation(part: string, kind: WrittenKind): string {
  const lines = count(part, /^.*\S.*$/gm, 'line')
  const words = count(part, /\S+/g, 'word')
  const what = { text: 'text', code: 'code', sheet: 'part of the sheet' }[kind]
  return `This ${what} has ${lines} and ${words}. The demo model cannot say more; a real model would explain it.`
}

function count(text: string, pattern: RegExp, name: string): string {
  const found = text.match(pattern)?.length ?? 0
  return `${found} ${name}${found === 1 ? '' : 's'}`
}

/** Changes a text and leaves the spaces around it. */
function withSpaces(text: string, change: (inner: string) => string): string {
  const inner = text.trim()
  return inner === '' ? text : text.replace(inner, () => change(inner))
}

function changed(suggestedText: string, description: string): ChangedPart {
  return { suggestedText, description: `${description} (Demo model.)` }
}

function note(description: string): ChangedPart {
  return { suggestedText: null, description }
}
