import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { User } from './user.ts'

/**
 * By how many bytes what a user stores has grown or shrunk since `storage_used` was
 * last written. Written by triggers of the tables that hold it
 * (docs/decisions/0019-storage-is-counted-by-triggers.md).
 */
export const StorageChange = defineEntity({
  name: 'StorageChange',
  tableName: 'storage_change',
  properties: {
    id: p.bigint().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    bytes: p.bigint(),
  },
})

export type StorageChange = InferEntity<typeof StorageChange>
