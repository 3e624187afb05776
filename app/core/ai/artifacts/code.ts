import type { ArtifactHandler } from './artifact-handler.ts'
import { writeSnapshots } from './write-snapshots.ts'

/** Source code, shown as snapshots of the whole (`code-delta`). */
export const codeHandler: ArtifactHandler = {
  write: (task, run) => writeSnapshots('code', task, run),
}
