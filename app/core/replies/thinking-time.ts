import type { ClientChunk, ReplyChunk } from './reply-chunk.ts'

type ReasoningEnd = Extract<ClientChunk, { type: 'reasoning-end' }>

/**
 * Adds to the end of each block of reasoning for how long the model thought. The
 * server tells it, because a reader who comes later gets all chunks at once.
 *
 * @param now milliseconds; for tests
 */
export function createThinkingClock(now: () => number = () => performance.now()) {
  const begun = new Map<string, number>()
  return function time(chunk: ReplyChunk): ReplyChunk {
    if (chunk.type === 'reasoning-start') begun.set(chunk.id, now())
    if (chunk.type !== 'reasoning-end') return chunk
    const since = begun.get(chunk.id)
    if (since === undefined) return chunk
    const seconds = Math.round((now() - since) / 1_000)
    return { ...chunk, providerMetadata: { parley: { seconds } } }
  }
}

/** For how many seconds the model thought; undefined where the chunk does not tell. */
export function thinkingSeconds({ providerMetadata }: ReasoningEnd): number | undefined {
  const seconds = providerMetadata?.parley?.seconds
  return typeof seconds === 'number' ? seconds : undefined
}
