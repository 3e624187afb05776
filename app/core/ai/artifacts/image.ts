import { generateImage } from 'ai'
import { MAX_RETRIES } from '../models.ts'
import type { ArtifactHandler, ArtifactTask } from './artifact-handler.ts'

/** A PNG as base64, shown when it is there (`image-delta`); an update edits the present image. */
export const imageHandler: ArtifactHandler = {
  async write(task, { models, abortSignal, emit }) {
    try {
      const { image } = await generateImage({
        model: models.image,
        prompt: promptFor(task),
        n: 1,
        maxRetries: MAX_RETRIES,
        abortSignal,
      })
      emit('image-delta', image.base64)
      return image.base64
    } catch (error) {
      // Half an image is none.
      if (abortSignal.aborted) return ''
      throw error
    }
  },
}

function promptFor(task: ArtifactTask) {
  if (task.type === 'create') return task.title
  if (!task.current) return `${task.title}\n${task.description}`
  return { text: task.description, images: [Buffer.from(task.current, 'base64')] }
}
