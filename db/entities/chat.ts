import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { User } from './user.ts'

const TITLE_SOURCES = ['provisional', 'generated', 'user'] as const
export const VISIBILITIES = ['private', 'public'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const Chat = defineEntity({
  name: 'Chat',
  tableName: 'chat',
  indexes: [
    { properties: ['userId', 'createdAt', 'id'] },
    // The clean-up looks for titles that were never enqueued.
    {
      name: 'chat_provisional_index',
      properties: ['createdAt'],
      where: "title_source = 'provisional'",
    },
    { name: 'chat_search_index', properties: ['search'], type: 'gin' },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    title: p.text(),
    /** Who wrote the title: a title the user typed is never overwritten. */
    titleSource: p.text().$type<(typeof TITLE_SOURCES)[number]>().default('provisional'),
    visibility: p.text().$type<Visibility>().default('private'),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** The words of the title, for the search; see the search migration. */
    search: p
      .text()
      .$type<Opt<string>>()
      .columnType('tsvector')
      .generated('search_words(title) stored')
      .lazy(),
  },
})

export type Chat = InferEntity<typeof Chat>
