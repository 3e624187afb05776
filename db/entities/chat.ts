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
    {
      name: 'chat_listed_index',
      properties: ['userId', 'createdAt', 'id'],
      where: 'archived_at is null and expires_at is null',
    },
    {
      name: 'chat_pinned_index',
      properties: ['userId', 'pinnedAt'],
      where: 'pinned_at is not null',
    },
    {
      name: 'chat_archived_index',
      properties: ['userId', 'createdAt', 'id'],
      where: 'archived_at is not null',
    },
    // The clean-up looks for temporary chats whose time is over.
    { name: 'chat_expiry_index', properties: ['expiresAt'], where: 'expires_at is not null' },
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
    /** Whether readers of the public chat may read all its documents; else those of `ChatSharedDocument`. */
    sharesAllDocuments: p.boolean().default(false),
    /** What the user wants the replies of this chat to follow. */
    instructions: p.text().nullable().lazy(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** When the user pinned it, so that it stands before the others; null for most. */
    pinnedAt: p.type(IsoTimestamp).nullable(),
    /** When the user put it away; it is in no list but that of the archived ones. */
    archivedAt: p.type(IsoTimestamp).nullable(),
    /**
     * When a temporary chat is deleted; null for one that is kept. A trigger moves
     * it on with each message (docs/decisions/0043-open-pages-follow.md).
     */
    expiresAt: p.type(IsoTimestamp).nullable(),
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
