import { experimental_streamTextLowMemory as streamText } from 'ai'
import { MAX_SDK_RETRIES } from '../models.ts'
import { revisePrompt, type WrittenKind, writePrompt } from '../prompts.ts'
import { createTokenMeter } from '../token-meter.ts'
import type { ArtifactContext, ArtifactTask } from './artifact-task.ts'

/** Characters of a document at most, so that a model that never ends fills no memory. */
const MAX_LENGTH = 500_000

/**
 * Lets the artifact model write, and yields the text as it comes. Ends without
 * an error once aborted, and when the text is longer than a document may be.
 *
 * @throws what the provider failed with, after its retries
 */
export async function* streamContent(
  kind: WrittenKind,
  task: ArtifactTask,
  { models, abortSignal, spend }: ArtifactContext,
): AsyncGenerator<string, void, void> {
  const callEnded = new AbortController()
  const prompt = promptFor(kind, task)
  const meter = createTokenMeter(prompt)
  const result = streamText({
    model: models.artifact,
    ...prompt,
    abortSignal: AbortSignal.any([abortSignal, callEnded.signal]),
    maxRetries: MAX_SDK_RETRIES,
    // The error is thrown to the tool, which logs it; the SDK would print it.
    onError: () => {},
  })
  let length = 0
  try {
    for await (const part of result.stream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish-step') meter.endStep(part.usage)
      if (part.type !== 'text-delta' || !part.text) continue
      meter.output(part.text.length)
      yield part.text
      length += part.text.length
      if (length > MAX_LENGTH) return
    }
  } catch (error) {
    if (!abortSignal.aborted) throw error
  } finally {
    spend(meter.close(abortSignal.aborted))
    callEnded.abort()
  }
}

function promptFor(kind: WrittenKind, task: ArtifactTask) {
  return task.type === 'create'
    ? writePrompt(kind, task.title)
    : revisePrompt(kind, task.current, task.description)
}
