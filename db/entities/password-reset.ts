import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

/** A link that was asked for, with which one may set a new password once. */
export const PasswordReset = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  indexes: [{ properties: ['expiresAt'] }],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    /** SHA-256 of the link's token, hex; null until the link is sent. */
    tokenHash: p.text().nullable().unique(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    expiresAt: p.type(IsoTimestamp),
  },
})

export type PasswordReset = InferEntity<typeof PasswordReset>
