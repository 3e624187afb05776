import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'

/** An account. A guest is a user without an email. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.uuid().primary(),
    /** Lower case; null for a guest. */
    email: p.text().nullable().unique(),
    /** A PHC string, see app/core/users/password.ts; null for a guest. */
    passwordHash: p.text().nullable().lazy(),
    /** The day (UTC) that `tokensToday` is of; null before the first. */
    tokensDay: p.date().nullable(),
    /** Tokens spent on that day, see app/core/users/add-tokens.ts. */
    tokensToday: p.double().$type<number>().default(0),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type User = InferEntity<typeof User>
