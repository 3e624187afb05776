import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

export const TITLE_SOURCES = ['provisional', 'generated', 'user'] as const
export const VISIBILITIES = ['private', 'public'] as const

export const Chat = defineEntity({
  name: 'Chat',
  tableName: 'chat',
  indexes: [{ properties: ['userId', 'createdAt', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    title: p.text(),
    /** Who wrote the title: a title the user typed is never overwritten. */
    titleSource: p.text().$type<(typeof TITLE_SOURCES)[number]>().default('provisional'),
    visibility: p.text().$type<(typeof VISIBILITIES)[number]>().default('private'),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type Chat = InferEntity<typeof Chat>
