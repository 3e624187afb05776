import type { ArtifactContext, ArtifactTask } from './artifact-task.ts'
import { removeCodeFence } from './remove-code-fence.ts'
import { streamContent } from './stream-content.ts'

/** Least time between two snapshots, in milliseconds. */
const MIN_INTERVAL_MS = 100
/** Least growth from one snapshot to the next, as a factor. */
const MIN_GROWTH = 1.02

/**
 * Writes code or a sheet (CSV), shown as snapshots of the whole content in the
 * data parts `code-delta` and `sheet-delta`, as existing clients expect.
 *
 * @returns the whole content; once aborted, what was written so far
 */
export async function writeWithSnapshots(
  kind: 'code' | 'sheet',
  task: ArtifactTask,
  context: ArtifactContext,
): Promise<string> {
  const snapshots = createSnapshotEmitter((content) => context.emit(`${kind}-delta`, content))
  let written = ''
  try {
    for await (const increment of streamContent(kind, task, context)) {
      written += increment
      snapshots.update(removeCodeFence(written))
    }
  } finally {
    snapshots.flush()
  }
  return removeCodeFence(written)
}

/**
 * Emits a growing content as snapshots. One for each increment would send the
 * square of the content's length. These are spaced in time, and each is longer
 * than the one before by a fiftieth at least, so that all of them together stay
 * within about fifty times the content. `flush` emits the last.
 */
function createSnapshotEmitter(emit: (content: string) => void) {
  let latest = ''
  let sent = ''
  let sentAt = Number.NEGATIVE_INFINITY

  function flush() {
    if (latest === sent) return
    sent = latest
    sentAt = performance.now()
    emit(latest)
  }

  return {
    update(content: string) {
      latest = content
      const isDue = performance.now() - sentAt >= MIN_INTERVAL_MS
      if (isDue && content.length >= sent.length * MIN_GROWTH) flush()
    },
    flush,
  }
}
