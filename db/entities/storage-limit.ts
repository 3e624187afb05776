import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** What each of these limits bounds is said in docs/operations.md, "Storage". */
export type StorageLimitName = 'storage_per_user' | 'storage_per_guest' | 'storage_per_document'

/**
 * How many bytes may be stored, for the triggers that count them
 * (docs/decisions/0019-storage-is-counted-by-triggers.md). Without a row there is no
 * limit.
 */
export const StorageLimit = defineEntity({
  name: 'StorageLimit',
  tableName: 'storage_limit',
  properties: {
    name: p.text().$type<StorageLimitName>().primary(),
    bytes: p.bigint('number'),
  },
})

export type StorageLimit = InferEntity<typeof StorageLimit>
