import type { LanguageModelV4CallOptions } from '../provider-types.ts'

type Schema = NonNullable<
  Extract<LanguageModelV4CallOptions['responseFormat'], { type: 'json' }>['schema']
>

const MAX_SUGGESTIONS = 3

/** Replacements that improve a sentence whatever it says: pattern, replacement, reason. */
const REWORDINGS: [RegExp, string, string][] = [
  [/\bIn order to\b/, 'To', 'Shorter, and says the same.'],
  [/\bin order to\b/, 'to', 'Shorter, and says the same.'],
  [/\bvery much\b/, 'clearly', 'One exact word is stronger than two vague ones.'],
  [/\bvery /, '', '“Very” adds little.'],
  [/\butili[sz]e/, 'use', 'The plain word is enough.'],
  [/\ba few\b/, 'some', 'Shorter.'],
]

/**
 * Builds JSON that fits a schema out of sentences of the document: an array gets
 * one entry for each sentence, and a string is filled by the name of its field
 * (`original…`, `suggest…`, otherwise an explanation).
 */
export function fillSchema(schema: Schema, document: string): unknown {
  return fill(schema, '', suggestionsFor(document), undefined)
}

type Suggestion = { original: string; suggested: string; why: string }

function fill(
  schema: Schema | boolean | undefined,
  name: string,
  suggestions: Suggestion[],
  current: Suggestion | undefined,
): unknown {
  if (schema === undefined || typeof schema === 'boolean') return null
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties ?? {})
    return Object.fromEntries(
      properties.map(([key, inner]) => [key, fill(inner, key, suggestions, current)]),
    )
  }
  if (schema.type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items[0] : schema.items
    return suggestions.map((suggestion) => fill(items, name, suggestions, suggestion))
  }
  if (schema.type === 'string') return fillString(name, current ?? suggestions[0])
  if (schema.type === 'boolean') return false
  if (schema.type === 'number' || schema.type === 'integer') return 0
  return null
}

function fillString(name: string, suggestion: Suggestion | undefined): string {
  if (!suggestion) return ''
  if (/original/i.test(name)) return suggestion.original
  if (/suggest|replacement/i.test(name)) return suggestion.suggested
  return suggestion.why
}

function suggestionsFor(document: string): Suggestion[] {
  const sentences = document.match(/[A-Z“][^.!?\n#|<>]{18,240}[.!?]/g) ?? []
  const reworded = sentences.flatMap((original) => {
    const found = REWORDINGS.find(([pattern]) => pattern.test(original))
    return found
      ? [{ original, suggested: original.replace(found[0], found[1]), why: found[2] }]
      : []
  })
  const others = sentences
    .filter((sentence) => !reworded.some(({ original }) => original === sentence))
    .map((original) => ({
      original,
      suggested: original.replace(/[.!?]$/, ' (a suggestion of the demo model)$&'),
      why: 'An example: the demo model cannot judge style.',
    }))
  return [...reworded, ...others].slice(0, MAX_SUGGESTIONS)
}
