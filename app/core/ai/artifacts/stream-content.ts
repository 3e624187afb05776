import { experimental_streamTextLowMemory as streamText } from 'ai'
import { MAX_RETRIES } from '../models.ts'
import { revisePrompt, type WrittenKind, writePrompt } from '../prompts.ts'
import type { ArtifactRun, ArtifactTask } from './artifact-handler.ts'

/** Tokens of a document at most: a bound on what a runaway model makes us hold. */
const MAX_OUTPUT_TOKENS = 32_000

/**
 * Lets the artifact model write, and yields the increments as they come. Ends
 * quietly once aborted.
 *
 * @throws what the provider failed with, after its retries
 */
export async function* streamContent(
  kind: WrittenKind,
  task: ArtifactTask,
  { models, abortSignal }: ArtifactRun,
): AsyncGenerator<string, void, void> {
  const result = streamText({
    model: models.artifact,
    ...promptFor(kind, task),
    abortSignal,
    maxRetries: MAX_RETRIES,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    // The error is thrown to the tool, which logs it; the SDK would print it.
    onError: () => {},
  })
  try {
    for await (const part of result.stream) {
      if (part.type === 'text-delta' && part.text) yield part.text
      else if (part.type === 'error') throw part.error
    }
  } catch (error) {
    if (!abortSignal.aborted) throw error
  }
}

function promptFor(kind: WrittenKind, task: ArtifactTask) {
  return task.type === 'create'
    ? writePrompt(kind, task.title)
    : revisePrompt(kind, task.current, task.description)
}
