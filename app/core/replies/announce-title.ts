import { kysely } from '#db/kysely.ts'
import type { Services } from '../services.server.ts'
import type { Generation } from './generation.ts'

/** How long a running reply waits for the title of its chat. */
const DEADLINE_MS = 120_000
const POLL_MS = 2_000

/**
 * Sends the title of a new chat as a data part of its first reply, if the worker
 * writes it before the reply has ended.
 */
export function announceTitle({ orm, signals, log }: Services, generation: Generation): void {
  const ended = new AbortController()
  void generation.ended.then(() => ended.abort())

  async function findTitle(): Promise<string | undefined> {
    const chat = await kysely(orm.em.fork())
      .selectFrom('Chat')
      .where('id', '=', generation.chatId)
      .where('titleSource', '=', 'generated')
      .select('title')
      .executeTakeFirst()
    return chat?.title
  }

  signals
    .waitFor(`title:${generation.chatId}`, findTitle, {
      deadlineMs: DEADLINE_MS,
      pollMs: POLL_MS,
      signal: ended.signal,
    })
    .then((title) => {
      if (title) generation.emit({ type: 'data-chat-title', data: title, transient: true })
    })
    .catch((err: unknown) => log.warn({ err, chatId: generation.chatId }, 'title not announced'))
}
