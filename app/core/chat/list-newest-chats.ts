import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { LISTED_CHAT_COLUMNS, type ListedChat } from './chat-schema.ts'
import { aliveSince } from './heartbeat.ts'

/** A chat of the sidebar's first page. */
type NewestChat = ListedChat & {
  /** Whether a reply is being written in it. */
  isRunning: boolean
}

export type NewestChats = {
  /** The last pinned first. */
  pinned: NewestChat[]
  /** Newest first, without the pinned ones. */
  chats: NewestChat[]
  /** Whether there are older ones. */
  hasMore: boolean
}

/** How many chats a user may pin: all of them are listed on every page. */
export const MAX_PINNED = 30

const selectNewest = prepared((db, p: { userId: string; limit: number }) => {
  const pinned = db
    .selectFrom('Chat as pinned')
    .select('pinned.id')
    .where('pinned.userId', '=', p.userId)
    .where('pinned.pinnedAt', 'is not', null)
  const newest = db
    .selectFrom('Chat as newest')
    .select('newest.id')
    .where('newest.userId', '=', p.userId)
    .where('newest.archivedAt', 'is', null)
    .where('newest.expiresAt', 'is', null)
    .where('newest.pinnedAt', 'is', null)
    .orderBy('newest.createdAt', 'desc')
    .orderBy('newest.id', 'desc')
    .limit(p.limit)
  return db
    .selectFrom('Chat')
    .select(LISTED_CHAT_COLUMNS)
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('Message')
          .select('Message.id')
          .whereRef('Message.chatId', '=', 'Chat.id')
          .where('Message.status', '=', 'streaming')
          .where('Message.heartbeatAt', '>', aliveSince()),
      )
        .$castTo<boolean>()
        .as('isRunning'),
    )
    .where(
      'Chat.id',
      'in',
      pinned.unionAll(({ parens }) => parens(newest)),
    )
    .orderBy('Chat.createdAt', 'desc')
    .orderBy('Chat.id', 'desc')
})

/**
 * Lists the user's pinned chats and the newest others, in one query.
 *
 * @param limit of the others
 */
export async function listNewestChats(
  em: EntityManager,
  { userId, limit }: { userId: string; limit: number },
): Promise<NewestChats> {
  // One chat more than the page holds tells whether another page follows.
  const rows = await selectNewest(em, { userId, limit: limit + 1 })
  const pinned = rows.filter(({ pinnedAt }) => pinnedAt !== null)
  const others = rows.filter(({ pinnedAt }) => pinnedAt === null)
  pinned.sort((a, b) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? ''))
  return { pinned, chats: others.slice(0, limit), hasMore: others.length > limit }
}

/** Whether the user has pinned as many chats as may be. */
export async function hasAllPinned(em: EntityManager, userId: string): Promise<boolean> {
  const { count } = await kysely(em)
    .selectFrom('Chat')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('userId', '=', userId)
    .where('pinnedAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count) >= MAX_PINNED
}
