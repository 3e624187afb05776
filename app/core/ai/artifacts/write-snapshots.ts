import type { ArtifactRun, ArtifactTask } from './artifact-handler.ts'
import { createSnapshotEmitter } from './emit-snapshots.ts'
import { streamContent } from './stream-content.ts'
import { withoutFence } from './without-fence.ts'

/**
 * Writes a document that is shown as snapshots of the whole.
 *
 * The data part that carries them is named for the kind: `code-delta`, `sheet-delta`.
 *
 * @returns the whole content; once aborted, what was written so far
 */
export async function writeSnapshots(
  kind: 'code' | 'sheet',
  task: ArtifactTask,
  run: ArtifactRun,
): Promise<string> {
  const snapshots = createSnapshotEmitter((content) => run.emit(`${kind}-delta`, content))
  let written = ''
  try {
    for await (const increment of streamContent(kind, task, run)) {
      written += increment
      snapshots.push(withoutFence(written))
    }
  } finally {
    snapshots.flush()
  }
  return withoutFence(written)
}
