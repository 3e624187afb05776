import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChunkLog } from '#core/replies/chunk-log.ts'
import { followReply } from '#core/replies/follow-reply.ts'
import { deleteLeftoverBatches } from '#core/replies/relay/delete-leftover-batches.ts'
import { createPostgresRelayStore } from '#core/replies/relay/postgres-relay-store.ts'
import { createRedisRelayStore } from '#core/replies/relay/redis-relay-store.ts'
import { createRelay, type Relay } from '#core/replies/relay/relay.ts'
import type { RelayStore } from '#core/replies/relay/relay-store.ts'
import { finalChunks, type ReplyChunk } from '#core/replies/reply-chunk.ts'
import { collect } from '#tests/support/collect.ts'
import { hasRedis, type RedisServer, startRedisServer } from '#tests/support/redis-server.ts'
import { SAMPLE_USAGE } from '#tests/support/sample-reply.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

const NO_REDIS = 'there is no redis-server on this machine'
const BACKENDS = [
  { backend: 'Postgres', skipped: false },
  { backend: 'Redis', skipped: !hasRedis() },
]

const delta = (text: string): ReplyChunk => ({ type: 'text-delta', id: 'text', delta: text })
const END = finalChunks({
  status: 'complete',
  errorKind: null,
  finishReason: 'stop',
  usage: SAMPLE_USAGE,
})

describe.each(BACKENDS)('the relay through $backend', ({ backend, skipped }) => {
  describe.skipIf(skipped)(skipped ? NO_REDIS : 'its store', () => {
    let redis: RedisServer | undefined
    let instance: TestServices
    let userId: string
    /** The relay of the process that writes, and of one that reads. */
    let writer: Relay
    let reader: Relay
    let store: RelayStore

    beforeAll(async () => {
      redis = backend === 'Redis' ? await startRedisServer() : undefined
      instance = await startTestServices({ REDIS_URL: redis?.url ?? '' })
      userId = await instance.createUser()
      writer = createRelay(instance.services)
      reader = createRelay(instance.services)
      const { env, orm, signals } = instance.services
      store = redis
        ? createRedisRelayStore(redis.url, env.QUEUE_PREFIX)
        : createPostgresRelayStore(orm, signals)
    })

    afterAll(async () => {
      await Promise.all([writer?.close(), reader?.close(), store?.close()])
      await instance?.stop()
      await redis?.close()
    })

    /** Starts a reply with its row; the test writes its chunks. */
    async function startReply({ isForwarded = true } = {}) {
      const replyId = randomUUID()
      const chatId = randomUUID()
      const { sql } = instance.database
      await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'x'])
      await sql(
        `insert into message (id, chat_id, position, role, parts, status, heartbeat_at)
         values ($1, $2, 0, 'assistant', '[]', 'streaming', now() + interval '1 hour')`,
        [replyId, chatId],
      )
      const log = createChunkLog({ type: 'start', messageId: replyId })
      const ended = Promise.withResolvers<void>()
      let readers = 0
      const reply = {
        replyId,
        ended: ended.promise,
        async *listen(signal?: AbortSignal) {
          readers += 1
          try {
            yield* log.listen(signal)
          } finally {
            readers -= 1
          }
        },
      }
      if (isForwarded) writer.forward(reply)
      const written: ReplyChunk[] = [{ type: 'start', messageId: replyId }]
      return {
        replyId,
        written,
        readers: () => readers,
        write(...chunks: ReplyChunk[]) {
          for (const chunk of chunks) log.append(chunk)
          written.push(...chunks)
        },
        end() {
          for (const chunk of END) log.append(chunk)
          written.push(...END)
          log.close()
          ended.resolve()
        },
      }
    }

    function follow(replyId: string, signal = new AbortController().signal) {
      return followReply({ ...instance.services, relay: reader }, replyId, signal)
    }

    /** Loses all that is stored, as a crash of the store does. */
    async function loseAll() {
      if (!redis) return void (await instance.database.sql('truncate relay_batch'))
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
    }

    test('a batch is kept once, and only after what comes before it', async () => {
      const replyId = randomUUID()
      const [first, second] = [
        { replyId, from: 0, chunks: [delta('a'), delta('b')] },
        { replyId, from: 2, chunks: [delta('\u0000 \ud83c')] },
      ]
      expect(await store.append([second])).toEqual([false])
      expect(await store.append([first])).toEqual([true])
      expect(await store.append([second])).toEqual([true])
      expect(await store.append([second])).toEqual([true])
      const [all, rest, none] = await store.read([
        { replyId, position: 0 },
        { replyId, position: 1 },
        { replyId, position: 3 },
      ])
      const batches = [first, second].map(({ from, chunks }) => ({ from, chunks }))
      expect(all).toEqual(batches)
      expect(rest).toEqual(batches)
      expect(none).toEqual([])
      await store.remove(replyId)
      expect(await store.read([{ replyId, position: 0 }])).toEqual([[]])
    })

    test('everything that is written comes once and in order', async () => {
      const reply = await startReply()
      reply.write({ type: 'start-step' }, { type: 'text-start', id: 'text' })
      const reading = collect(follow(reply.replyId))
      for (let n = 0; n < 200; n += 1) {
        reply.write(delta(`${n} \u0000`), { type: 'data-title', data: `${n}`, transient: true })
        if (n % 10 === 0) await sleep(5)
      }
      reply.write(delta('large '.repeat(50_000)), delta('last'))
      reply.end()
      expect((await reading).flat()).toEqual(reply.written)
    })

    test('nothing is forwarded before somebody reads, nor after', async () => {
      const reply = await startReply()
      reply.write(delta('a'))
      const leaving = new AbortController()
      const batches = follow(reply.replyId, leaving.signal)
      expect(reply.readers()).toBe(0)
      await batches.next()
      expect(reply.readers()).toBe(1)
      // Who is gone may never ask for more.
      leaving.abort()
      await expect.poll(reply.readers).toBe(0)
      await expect.poll(() => store.read([{ ...reply, position: 0 }])).toEqual([[]])
    })

    test('several readers of a process share one forwarding', async () => {
      const reply = await startReply()
      const leaving = new AbortController()
      const first = follow(reply.replyId, leaving.signal)
      const second = follow(reply.replyId)
      await Promise.all([first.next(), second.next()])
      expect(reply.readers()).toBe(1)
      leaving.abort()
      await first.return()
      reply.write(delta('a'))
      expect(await second.next()).toEqual({ done: false, value: [delta('a')] })
      expect(reply.readers()).toBe(1)
      await second.return()
      await expect.poll(reply.readers).toBe(0)
    })

    test('a reader that comes as another leaves is not forgotten', async () => {
      const reply = await startReply()
      for (let n = 0; n < 20; n += 1) {
        const leaving = new AbortController()
        const batches = follow(reply.replyId, leaving.signal)
        await batches.next()
        leaving.abort()
        const next = follow(reply.replyId)
        await Promise.all([batches.return(), next.next()])
        await expect.poll(reply.readers).toBe(1)
        await next.return()
      }
      await expect.poll(reply.readers).toBe(0)
    })

    test('a process that is gone without a word is not forwarded to for ever', async () => {
      const reply = await startReply()
      const { orm, signals } = instance.services
      await signals.publish(orm.em.fork(), `follow:${reply.replyId}`, randomUUID())
      await expect.poll(reply.readers).toBe(1)
      await expect.poll(reply.readers, { interval: 200 }).toBe(0)
    })

    test('what the store loses is written to it again', async () => {
      const reply = await startReply()
      const reading = collect(follow(reply.replyId))
      for (let n = 0; n < 40; n += 1) {
        reply.write(delta(`${n} `), { type: 'data-title', data: `${n}`, transient: true })
        if (n % 10 === 5) await loseAll()
        await sleep(10)
      }
      reply.end()
      expect((await reading).flat()).toEqual(reply.written)
    })

    test('a reader that does not read on holds a few batches and no more', async () => {
      const reply = await startReply()
      const batches = follow(reply.replyId)
      await batches.next()
      // Four megabytes, in batches of 64 thousand characters.
      for (let n = 0; n < 80; n += 1) reply.write(delta('x'.repeat(50_000)))
      reply.end()
      await expect
        .poll(async () => (await store.read([{ ...reply, position: 80 }]))[0]?.length, {
          timeout: 20_000,
        })
        .toBeGreaterThan(0)
      const { value } = await batches.next()
      expect(value?.length).toBeLessThanOrEqual(8)
      const rest = (await collect(batches)).flat()
      expect((value?.length ?? 0) + rest.length).toBe(reply.written.length - 1)
    })

    test('a reply that nobody forwards is read from its row', async () => {
      const { sql } = instance.database
      const { replyId } = await startReply({ isForwarded: false })
      const store = (words: string, status: string) =>
        sql('update message set parts = $2, status = $3 where id = $1', [
          replyId,
          JSON.stringify([{ type: 'step-start' }, { type: 'text', text: words }]),
          status,
        ])
      const batches = follow(replyId)
      await store('one ', 'streaming')
      const first = await batches.next()
      expect(first.value?.map(({ type }) => type)).toEqual([
        'start',
        'start-step',
        'text-start',
        'text-delta',
      ])
      await store('one two', 'stopped')
      expect((await collect(batches)).flat().map(({ type }) => type)).toEqual([
        'text-delta',
        'text-end',
        'finish-step',
        'message-metadata',
        'abort',
      ])
    })

    test.skipIf(backend === 'Redis')(
      'the clean-up deletes what a dead process has left',
      async () => {
        const reply = await startReply()
        const [running, left, fresh] = [reply.replyId, randomUUID(), randomUUID()]
        for (const replyId of [running, left, fresh]) {
          await store.append([{ replyId, from: 0, chunks: [delta('a')] }])
        }
        await instance.database.sql(
          "update relay_batch set created_at = now() - interval '5 minutes'",
        )
        // A long reply that has just ended: a slow reader needs its first batch too.
        await store.append([{ replyId: fresh, from: 1, chunks: [delta('b')] }])
        expect(await deleteLeftoverBatches(instance.services.orm.em.fork())).toBe(1)
        const ids = [running, left, fresh].map((replyId) => ({ replyId, position: 0 }))
        expect((await store.read(ids)).map(({ length }) => length)).toEqual([1, 0, 2])
        await Promise.all(ids.map(({ replyId }) => store.remove(replyId)))
      },
    )
  })
})
