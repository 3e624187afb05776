import type { ArtifactHandler } from './artifact-handler.ts'
import { writeSnapshots } from './write-snapshots.ts'

/** A spreadsheet as CSV, shown as snapshots of the whole (`sheet-delta`). */
export const sheetHandler: ArtifactHandler = {
  write: (task, run) => writeSnapshots('sheet', task, run),
}
