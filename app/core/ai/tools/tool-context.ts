import type { EntityManager } from '#db/orm.ts'
import type { JobProducer } from '../../jobs/producer.ts'
import type { Logger } from '../../log.ts'
import type { EmitData } from '../../replies/reply-chunk.ts'
import type { Signals } from '../../signals.ts'
import type { Models } from '../models.ts'

/** What a tool is given of the turn that calls it. */
export type ToolContext = {
  /** The user of the turn. What the tool reads and writes goes through `asChatOwner`. */
  userId: string
  chatId: string
  /** The reply that is being written. */
  replyId: string
  /** Aborts when the reply is stopped. */
  abortSignal: AbortSignal
  /** Gives a new fork at each call, because the tools of one step run in parallel. */
  em: () => EntityManager
  /**
   * Runs a write in a transaction.
   *
   * @throws when the reply was taken from this process, which may have been
   *   frozen and taken for dead; nothing is written then
   */
  write: <T>(work: (tx: EntityManager) => Promise<T>) => Promise<T>
  /** Adds a data part to the reply (docs/interface.md, "Tools"). */
  emit: EmitData
  models: Models
  /** Counts tokens that a model has cost, input and output together. */
  spend(tokens: number): void
  signals: Signals
  jobs: JobProducer
  /** Origin of the forecast service. */
  weatherBaseUrl: string
  log: Logger
  requestId: string
}
