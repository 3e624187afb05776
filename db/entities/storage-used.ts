import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { User } from './user.ts'

/**
 * How many bytes a user stores, but for what is in `storage_change`
 * (docs/decisions/0019-storage-is-counted-by-triggers.md).
 */
export const StorageUsed = defineEntity({
  name: 'StorageUsed',
  tableName: 'storage_used',
  properties: {
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').primary(),
    bytes: p.bigint(),
  },
})

export type StorageUsed = InferEntity<typeof StorageUsed>
