import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

/** A signed-in browser or program, or (with a name) an API token. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  indexes: [{ properties: ['userId', 'createdAt'] }, { properties: ['expiresAt'] }],
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token, hex. The token itself is never stored. */
    tokenHash: p.text().unique(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** The name that the user gave an API token; null for a browser session. */
    name: p.text().nullable(),
    /** What the browser or program called itself when it signed in; see device-name.ts. */
    userAgent: p.text().nullable(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    lastUsedAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** Null for an API token that never expires. */
    expiresAt: p.type(IsoTimestamp).nullable(),
  },
})

export type Session = InferEntity<typeof Session>
