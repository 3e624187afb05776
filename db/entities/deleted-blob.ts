import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'

/**
 * An object that is to be removed from the blob store, because the row of its
 * upload was deleted. Written by a trigger of `upload`.
 */
export const DeletedBlob = defineEntity({
  name: 'DeletedBlob',
  tableName: 'deleted_blob',
  properties: {
    key: p.text().primary(),
    deletedAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** When the blob store last failed to remove it. */
    triedAt: p.type(IsoTimestamp).nullable().index(),
  },
})

export type DeletedBlob = InferEntity<typeof DeletedBlob>
