import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'

/**
 * A piece of a running reply on its way to the processes that read it and do not
 * write it, where there is no Redis (docs/decisions/0017-running-replies-are-relayed.md).
 * The table is unlogged: what is in it is written for some seconds only, and the
 * reply's process keeps all of it until then.
 */
export const RelayBatch = defineEntity({
  name: 'RelayBatch',
  tableName: 'relay_batch',
  properties: {
    /** The message. No foreign key: it would lock the message's row at each piece. */
    replyId: p.uuid().primary(),
    /** How many chunks of the reply there are up to the end of this piece. */
    next: p.integer().primary(),
    /** The chunks as JSON; as text, because Postgres refuses U+0000 in jsonb and does not look into them. */
    chunks: p.text(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type RelayBatch = InferEntity<typeof RelayBatch>
