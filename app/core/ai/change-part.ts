import { generateText, type LanguageModel, Output } from 'ai'
import { z } from 'zod'
import type { TextRange } from '../documents/anchors/text-range.ts'
import { removeCodeFence } from './artifacts/remove-code-fence.ts'
import { MAX_SDK_RETRIES } from './models.ts'
import { partPrompt, type WrittenKind } from './prompts.ts'
import { createTokenMeter } from './token-meter.ts'

const changeSchema = z.object({ suggestedText: z.string().nullable(), description: z.string() })

/** Characters before the part, and after it, that the model sees at most. */
const SURROUNDING_CHARACTERS = 20_000
/** Tokens of the answer at most: a part has up to 20,000 characters, which may grow. */
const MAX_OUTPUT_TOKENS = 16_000

type ChangePartInput = {
  model: LanguageModel
  kind: WrittenKind
  content: string
  /** The part to change. */
  range: TextRange
  instruction: string
  abortSignal: AbortSignal
  /** Told, once, how many tokens the call has cost, input and output together. */
  onSpent(tokens: number): void
}

/**
 * Lets the model change a part of a document as its author asks.
 *
 * @returns the new text of the part, the same where the answer is in the description alone
 * @throws what the provider failed with, or an error when its answer is not the
 *   JSON that was asked for
 */
export async function changePart({
  model,
  kind,
  content,
  range,
  instruction,
  abortSignal,
  onSpent,
}: ChangePartInput): Promise<{ suggestedText: string; description: string }> {
  const part = content.slice(range.start, range.end)
  const surroundings = {
    before: content.slice(Math.max(0, range.start - SURROUNDING_CHARACTERS), range.start),
    after: content.slice(range.end, range.end + SURROUNDING_CHARACTERS),
  }
  const prompt = partPrompt(kind, part, surroundings, instruction)
  const meter = createTokenMeter(prompt)
  try {
    const result = await generateText({
      model,
      ...prompt,
      output: Output.object({ schema: changeSchema }),
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      maxRetries: MAX_SDK_RETRIES,
      abortSignal,
    })
    meter.output(result.text.length)
    meter.endStep(result.usage)
    const { suggestedText, description } = result.output
    const text = suggestedText === null ? part : keepSpaces(part, withoutFence(part, suggestedText))
    return { suggestedText: text, description: description.trim() }
  } finally {
    onSpent(meter.close(abortSignal.aborted))
  }
}

/** Models put a fence around code, whatever they are told. */
function withoutFence(part: string, text: string): string {
  return part.trimStart().startsWith('```') ? text : removeCodeFence(text)
}

/** Models drop the spaces and line breaks around a text, which separate it from what stands beside it. */
function keepSpaces(part: string, text: string): string {
  const before = part.slice(0, part.length - part.trimStart().length)
  return before + text.trim() + part.slice(part.trimEnd().length)
}
