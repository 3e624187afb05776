import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'

/** An account. A guest is a user without an email. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  indexes: [
    {
      name: 'user_account_closed_index',
      properties: ['closedAt'],
      where: 'closed_at is not null',
    },
  ],
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
    /** What the user wants every reply to follow; see app/core/instructions. */
    instructions: p.text().nullable().lazy(),
    /** Set when the user has deleted the account: what is left of it is being removed. */
    closedAt: p.type(IsoTimestamp).nullable(),
    /** Until when a page of the user listens for changes; the triggers signal only till then. */
    liveUntil: p.type(IsoTimestamp).nullable().lazy(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type User = InferEntity<typeof User>
