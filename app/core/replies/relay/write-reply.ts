import { setTimeout as sleep } from 'node:timers/promises'
import type { Generation } from '../generation.ts'
import type { RelayBatch } from './relay-store.ts'
import { splitChunks } from './split-chunks.ts'

/** Writes batches to the store of the relay. */
export type RelayWriter = {
  /** @returns false when the store has lost what comes before the batch */
  append(batch: RelayBatch): Promise<boolean>
  /** Is told why a write has failed; it is tried again. */
  onAway(error: Error): void
}

/** How long a write is tried again while the store is away. */
const RETRY_FOR_MS = 60_000
const RETRY_EVERY_MS = 250
/** A store that loses a reply again and again must not be written to without a pause. */
const START_AGAIN_MS = 500

/**
 * Writes a reply to the store from its first chunk to its end, while it is being
 * written; again from the first when the store has lost it. Each write is waited
 * for, so that nothing is held here besides what the reply itself holds.
 *
 * @param signal ends the writing
 * @throws when the store has been away for a minute, and at the signal
 */
export async function writeReply(
  writer: RelayWriter,
  reply: Pick<Generation, 'replyId' | 'listen'>,
  signal: AbortSignal,
): Promise<void> {
  while (!(await writeFromStart(writer, reply, signal))) {
    await sleep(START_AGAIN_MS, undefined, { signal })
  }
}

/** @returns false when the store has lost what was written to it before */
async function writeFromStart(
  writer: RelayWriter,
  { replyId, listen }: Pick<Generation, 'replyId' | 'listen'>,
  signal: AbortSignal,
): Promise<boolean> {
  let from = 0
  for await (const written of listen(signal)) {
    for (const chunks of splitChunks(written)) {
      if (!(await appendPersistently(writer, { replyId, from, chunks }, signal))) return false
      from += chunks.length
    }
  }
  return true
}

async function appendPersistently(
  { append, onAway }: RelayWriter,
  batch: RelayBatch,
  signal: AbortSignal,
): Promise<boolean> {
  const end = Date.now() + RETRY_FOR_MS
  for (;;) {
    signal.throwIfAborted()
    try {
      return await append(batch)
    } catch (error) {
      if (Date.now() > end) throw error
      onAway(error as Error)
      await sleep(RETRY_EVERY_MS, undefined, { signal })
    }
  }
}
