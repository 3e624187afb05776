import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

/** A text that a user keeps to send again, under a name of the user's own. */
export const Prompt = defineEntity({
  name: 'Prompt',
  tableName: 'prompt',
  uniques: [{ properties: ['userId', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** Lower case; see `promptSchema`. */
    name: p.text(),
    text: p.text(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type Prompt = InferEntity<typeof Prompt>
