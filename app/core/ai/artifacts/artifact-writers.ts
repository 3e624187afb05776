import { generateImage } from 'ai'
import type { DocumentKind } from '#db/entities/document.ts'
import { MAX_SDK_RETRIES } from '../models.ts'
import { createTokenMeter } from '../token-meter.ts'
import type { ArtifactContext, ArtifactTask } from './artifact-task.ts'
import { streamContent } from './stream-content.ts'
import { writeWithSnapshots } from './write-with-snapshots.ts'

/**
 * Writes the content of one kind of document.
 *
 * @returns the whole content; once aborted, what was written so far
 * @throws what the model's provider failed with
 */
type ArtifactWriter = (task: ArtifactTask, context: ArtifactContext) => Promise<string>

export const ARTIFACT_WRITERS: Record<DocumentKind, ArtifactWriter> = {
  text: writeText,
  code: (task, context) => writeWithSnapshots('code', task, context),
  sheet: (task, context) => writeWithSnapshots('sheet', task, context),
  image: writeImage,
}

/** Markdown, shown increment by increment as `text-delta`. */
async function writeText(task: ArtifactTask, context: ArtifactContext): Promise<string> {
  let written = ''
  for await (const increment of streamContent('text', task, context)) {
    written += increment
    context.emit('text-delta', increment)
  }
  return written
}

/** A PNG as base64, shown once it is whole as `image-delta`; an update edits the present image. */
async function writeImage(
  task: ArtifactTask,
  { models, abortSignal, emit, spend }: ArtifactContext,
): Promise<string> {
  const prompt = imagePrompt(task)
  const meter = createTokenMeter(prompt)
  try {
    const { image, usage } = await generateImage({
      model: models.image,
      prompt,
      n: 1,
      maxRetries: MAX_SDK_RETRIES,
      abortSignal,
    })
    meter.image()
    meter.endStep(usage)
    emit('image-delta', image.base64)
    return image.base64
  } catch (error) {
    // An image that was stopped has no part that could be kept.
    if (abortSignal.aborted) return ''
    throw error
  } finally {
    spend(meter.close(abortSignal.aborted))
  }
}

function imagePrompt(task: ArtifactTask) {
  if (task.type === 'create') return task.title
  if (!task.current) return `${task.title}\n${task.description}`
  return { text: task.description, images: [Buffer.from(task.current, 'base64')] }
}
