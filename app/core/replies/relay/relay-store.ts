import type { ReplyChunk } from '../reply-chunk.ts'

/** Some chunks of a reply; `from` is how many of its chunks come before them. */
export type RelayBatch = { replyId: string; from: number; chunks: ReplyChunk[] }

/** A reader's place: how many chunks of the reply it has. */
export type RelayPosition = { replyId: string; position: number }

/**
 * Where the process that writes a reply leaves its chunks for others, and they
 * find them. It may lose them at any time: then the reply is written to it anew.
 */
export type RelayStore = {
  /**
   * Adds batches, each of another reply, and tells those who wait. Adding a
   * batch twice is adding it once.
   *
   * @returns of each batch, whether it is stored; it is not when what comes
   *   before it is not there any more
   */
  append(batches: RelayBatch[]): Promise<boolean[]>
  /**
   * @returns of each position, some of the batches that go beyond it, in order;
   *   the first may begin before it
   */
  read(positions: RelayPosition[]): Promise<Omit<RelayBatch, 'replyId'>[][]>
  /** Calls the listener when there may be more of a reply to read. Some calls may be lost. */
  onAppended(replyId: string, listener: () => void): () => void
  /** Removes all of a reply. */
  remove(replyId: string): Promise<void>
  close(): Promise<void>
}

/** Batches that are read of one reply at once: a reader that is slow holds no more than these. */
export const BATCHES_PER_READ = 8
