import { type LanguageModel, Output, streamText } from 'ai'
import { z } from 'zod'
import { MAX_SDK_RETRIES } from './models.ts'
import { suggestionsPrompt, type WrittenKind } from './prompts.ts'
import { createTokenMeter } from './token-meter.ts'

const editSchema = z.object({
  originalText: z.string(),
  suggestedText: z.string(),
  description: z.string(),
})

type SuggestedEdit = z.infer<typeof editSchema>

/** Characters of a document that the model sees at most. */
const MAX_CONTENT_LENGTH = 200_000
/** Edits that are read at most, usable or not. */
const MAX_EDITS = 50

type SuggestEditsInput = {
  model: LanguageModel
  kind: WrittenKind
  content: string
  abortSignal: AbortSignal
  /** Told, once, how many tokens the call has cost, input and output together. */
  onSpent(tokens: number): void
}

/**
 * Lets the model suggest edits of a text, and yields each as soon as it is
 * whole. An edit whose original text does not occur exactly in the content, or
 * which changes nothing, is dropped. Leaving the loop ends the call.
 *
 * @throws what the provider failed with, or an error when its answer is not the
 *   JSON that was asked for
 */
export async function* suggestEdits({
  model,
  kind,
  content,
  abortSignal,
  onSpent,
}: SuggestEditsInput): AsyncGenerator<SuggestedEdit, void, void> {
  const callEnded = new AbortController()
  let failure: unknown
  const prompt = suggestionsPrompt(kind, content.slice(0, MAX_CONTENT_LENGTH))
  const meter = createTokenMeter(prompt)
  const result = streamText({
    model,
    ...prompt,
    output: Output.array({ element: editSchema }),
    abortSignal: AbortSignal.any([abortSignal, callEnded.signal]),
    maxRetries: MAX_SDK_RETRIES,
    // The element stream leaves out everything but whole edits.
    onChunk: ({ chunk }) => {
      if (chunk.type === 'text-delta') meter.output(chunk.text.length)
    },
    onStepEnd: ({ usage }) => meter.endStep(usage),
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
    // Without any element the answer may not be JSON; then this throws.
    if (seen === 0) await result.output
  } finally {
    onSpent(meter.close(abortSignal.aborted))
    callEnded.abort()
  }
}

function isUsable({ originalText, suggestedText }: SuggestedEdit, content: string): boolean {
  return (
    originalText.trim() !== '' && originalText !== suggestedText && content.includes(originalText)
  )
}
