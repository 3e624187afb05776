import { type LanguageModel, Output, streamText } from 'ai'
import { z } from 'zod'
import { MAX_RETRIES } from './models.ts'
import { suggestionsPrompt } from './prompts.ts'

const editSchema = z.object({
  originalText: z.string(),
  suggestedText: z.string(),
  description: z.string(),
})

export type SuggestedEdit = z.infer<typeof editSchema>

/** Characters of a document that the model sees at most. */
const MAX_CONTENT_LENGTH = 200_000
/** Edits, usable or not, after which no more are read. */
const MAX_EDITS = 50

type SuggestEditsInput = { model: LanguageModel; content: string; abortSignal: AbortSignal }

/**
 * Lets the model suggest edits of a text, and yields each as soon as it is
 * whole. Only edits whose original text occurs in the content, exactly, and
 * which change something; the rest is dropped. Leaving the loop ends the call.
 *
 * @throws what the provider failed with, or that nothing it wrote could be read
 */
export async function* suggestEdits({
  model,
  content,
  abortSignal,
}: SuggestEditsInput): AsyncGenerator<SuggestedEdit, void, void> {
  const left = new AbortController()
  let failure: unknown
  const result = streamText({
    model,
    ...suggestionsPrompt(content.slice(0, MAX_CONTENT_LENGTH)),
    output: Output.array({ element: editSchema }),
    abortSignal: AbortSignal.any([abortSignal, left.signal]),
    maxRetries: MAX_RETRIES,
    // The element stream passes over error parts.
    onError: ({ error }) => {
      failure ??= error
    },
  })
  let seen = 0
  try {
    for await (const edit of result.elementStream) {
      seen += 1
      if (isUsable(edit, content)) yield edit
      if (seen >= MAX_EDITS) return
    }
    abortSignal.throwIfAborted()
    if (failure) throw failure
    // An answer that is not the JSON asked for has no elements; then this throws.
    if (seen === 0) await result.output
  } finally {
    left.abort()
  }
}

function isUsable({ originalText, suggestedText }: SuggestedEdit, content: string): boolean {
  return (
    originalText.trim() !== '' && originalText !== suggestedText && content.includes(originalText)
  )
}
