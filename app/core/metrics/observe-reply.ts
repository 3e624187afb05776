import type { Generation } from '../chat/generation.ts'
import type { Metrics } from './metrics.ts'

/**
 * Measures how long a reply takes to say something.
 *
 * @param startedAt of the turn, as `performance.now()` gave it
 */
export async function observeFirstDelta(
  metrics: Metrics,
  generation: Pick<Generation, 'firstPart'>,
  model: string,
  startedAt: number,
): Promise<void> {
  if ((await generation.firstPart) === 'failed') return
  metrics.firstDelta(model, (performance.now() - startedAt) / 1_000)
}
