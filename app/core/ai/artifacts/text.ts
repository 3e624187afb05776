import type { ArtifactHandler } from './artifact-handler.ts'
import { streamContent } from './stream-content.ts'

/** Markdown, shown increment by increment as `text-delta`. */
export const textHandler: ArtifactHandler = {
  async write(task, run) {
    let written = ''
    for await (const increment of streamContent('text', task, run)) {
      written += increment
      run.emit('text-delta', increment)
    }
    return written
  },
}
