import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

const UPLOAD_STATUSES = ['staged', 'stored', 'rejected', 'failed'] as const
type UploadStatus = (typeof UPLOAD_STATUSES)[number]

export const Upload = defineEntity({
  name: 'Upload',
  tableName: 'upload',
  indexes: [
    { properties: ['userId', 'createdAt'] },
    { properties: ['status', 'createdAt'] },
    // The clean-up looks for images that no message may show any more.
    { name: 'upload_check_index', properties: ['checkAfter'], where: "status = 'stored'" },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    status: p.text().$type<UploadStatus>().default('staged'),
    /** Key of the bytes as they came, in the private part of the blob store. */
    stagedKey: p.text(),
    /** Key of the final object; decided before it is written, so that a retry writes the same one. */
    pathname: p.text().nullable().unique(),
    filename: p.text(),
    contentType: p.text().nullable(),
    /** Bytes of what is staged, then of the final object. */
    size: p.integer().nullable(),
    /** What to tell the user, when the worker refused the image. */
    reason: p.text().nullable(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** When the clean-up looks whether a message shows the image. */
    checkAfter: p.type(IsoTimestamp).defaultRaw("(now() + '1 day'::interval)"),
  },
})

export type Upload = InferEntity<typeof Upload>
