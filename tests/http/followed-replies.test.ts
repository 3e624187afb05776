import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  lastUserText,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'
import { hasRedis, type RedisServer, startRedisServer } from '#tests/support/redis-server.ts'

/** A running reply that is read on another web process than the one that writes it. */

const WORDS = 200
const SLOW = { text: Array.from({ length: WORDS }, (_, n) => `word${n} `), delayMs: 20 }
const WHOLE = SLOW.text.join('')
const NO_REDIS = 'there is no redis-server on this machine'

const RELAYS = [
  { relay: 'Postgres', skipped: false },
  { relay: 'Redis', skipped: !hasRedis() },
]

/** The document that the model asks suggestions for. */
let documentId = ''

/** What the chat model does is in the message; "suggest" makes it ask for suggestions. */
function chatModel(request: Parameters<typeof lastUserText>[0]): Script {
  const text = lastUserText(request)
  if (text.startsWith('slow') || (hasToolResult(request) && text.includes('slow'))) return SLOW
  if (hasToolResult(request)) return { text: 'There you are.', delayMs: 20 }
  const toolCall = text.includes('suggest')
    ? { name: 'requestSuggestions', input: { documentId } }
    : { name: 'createDocument', input: { title: 'Rain', kind: 'text' } }
  return { reasoning: 'Let me see. ', toolCalls: [toolCall], delayMs: 20 }
}

/** What the other models do: titles, documents and suggestions. */
function otherModel(body: string): Script {
  if (body.includes('Write a title')) return { text: 'A title' }
  if (!body.includes('"elements"')) return { text: SLOW.text.slice(0, 50), delayMs: 20 }
  const edit = { originalText: 'It rains.', suggestedText: 'It snows.', description: 'Cold.' }
  return { text: JSON.stringify({ elements: [edit] }), firstDelayMs: 300 }
}

describe.each(RELAYS)('a reply that another web process writes, relayed by $relay', (backend) => {
  describe.skipIf(backend.skipped)(backend.skipped ? NO_REDIS : 'its reader', () => {
    let redis: RedisServer | undefined
    let model: FakeOpenAi
    let app: TestApp
    let here: TestClient
    let there: TestClient
    let elsewhere: TestClient

    beforeAll(async () => {
      redis = backend.relay === 'Redis' ? await startRedisServer() : undefined
      model = await startFakeOpenAi({
        reply(request) {
          const body = JSON.stringify(request.body)
          const isChat = request.body.stream && request.body.model !== 'artifacts'
          return isChat ? chatModel(request) : otherModel(body)
        },
      })
      const env = {
        OPENAI_BASE_URL: model.url,
        ARTIFACT_MODEL: 'artifacts',
        REDIS_URL: redis?.url ?? '',
      }
      app = await startApp({ worker: true, env })
      here = app.client()
      await here.register()
      const others = await Promise.all([app.startWeb(), app.startWeb()])
      ;[there, elsewhere] = others.map(({ url }) => sameUserOn(url)) as [TestClient, TestClient]
    })

    afterAll(async () => {
      await app?.stop()
      await model?.close()
      await redis?.close()
    })

    function sameUserOn(url: string): TestClient {
      const client = createClient(url)
      client.setCookie(here.cookie())
      return client
    }

    /** Starts a reply on one web process; returns once it can be resumed on another. */
    async function startReply(text: string, client = here) {
      const chatId = randomUUID()
      const response = await postChat(client, [userMessage(text)], { chatId })
      expect(response.status).toBe(200)
      const replyId = response.headers.get('x-message-id') ?? ''
      return { chatId, replyId, response }
    }

    function resume(chatId: string, client = there, signal?: AbortSignal) {
      return client.get(`/api/chat/${chatId}/stream`, { ...(signal && { signal }) })
    }

    /** How many pieces of a reply are in the store of the relay. */
    async function storedPieces(replyId: string): Promise<number> {
      if (!redis) {
        const sql = 'select 1 from relay_batch where reply_id = $1'
        return (await app.database.sql(sql, [replyId])).length
      }
      const client = new Redis(redis.url)
      try {
        return await client.xlen(`${app.queueSettings.QUEUE_PREFIX}:relay:${replyId}`)
      } finally {
        client.disconnect()
      }
    }

    test('it gets the tokens as they come', async () => {
      const { chatId, response } = await startReply('slow')
      const resumed = await resume(chatId)
      const deliveries = await readDeliveries(resumed)
      expect(deliveries.filter((piece) => piece.includes('word')).length).toBeGreaterThan(20)
      const [first, second] = await Promise.all([
        readDataStream(response),
        readDataStream(new Response(deliveries.join(''))),
      ])
      expect(second).toEqual(first)
    })

    test.each(['create a document', 'suggest edits'])(
      'it gets the same as the first reader, data parts included, once and in order: %s',
      async (text) => {
        const saved = await here.post(`/api/document?id=${randomUUID()}`, {
          title: 'Rain',
          content: 'It rains. It pours.',
          kind: 'text',
        })
        documentId = ((await saved.json()) as { id: string }).id
        const { chatId, response } = await startReply(text)
        const [first, second] = await Promise.all([
          readDataStream(response),
          resume(chatId).then((resumed) => readDataStream(resumed)),
        ])
        expect(second).toEqual(first)
        const types = second.data.map(({ type }) => type)
        expect(types).toContain(text === 'suggest edits' ? 'suggestion' : 'text-delta')
        if (text !== 'suggest edits') {
          expect(types.filter((type) => type !== 'text-delta' && type !== 'chat-title')).toEqual([
            'kind',
            'id',
            'title',
            'clear',
            'finish',
          ])
        }
        expect(second.text).toBe('There you are.')
      },
    )

    test('two that come at different times get the whole reply', async () => {
      const { chatId, response } = await startReply('slow')
      const early = startReading(await resume(chatId))
      await early.begun
      const late = await resume(chatId)
      const third = await resume(chatId, elsewhere)
      const [whole, ...replies] = await Promise.all([
        readDataStream(response),
        early.reading,
        readDataStream(late),
        readDataStream(third),
      ])
      for (const reply of replies) expect(reply).toEqual(whole)
      expect(whole.text).toBe(WHOLE)
    })

    test('its process is told when it leaves, and forwards no more', async () => {
      const { chatId, replyId, response } = await startReply('slow')
      expect(await storedPieces(replyId)).toBe(0)
      const leaving = new AbortController()
      const { begun, reading } = startReading(await resume(chatId, there, leaving.signal))
      reading.catch(() => {})
      await begun
      expect(await storedPieces(replyId)).toBeGreaterThan(0)
      leaving.abort()
      await expect.poll(() => storedPieces(replyId), { interval: 20 }).toBe(0)
      expect((await getChat(here, chatId)).messages[1]?.status).toBe('streaming')
      // Nor begins again by itself; another reader still gets everything.
      expect(await storedPieces(replyId)).toBe(0)
      expect((await readDataStream(await resume(chatId))).text).toBe(WHOLE)
      await response.text()
      await expect.poll(() => storedPieces(replyId)).toBe(0)
    })

    test('it can stop the reply', async () => {
      const { chatId, response } = await startReply('slow')
      const { begun, reading } = startReading(await resume(chatId))
      await begun
      expect((await there.delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
      expect(await reading).toEqual(await readDataStream(response))
      const stored = (await getChat(here, chatId)).messages[1]
      expect(stored?.status).toBe('stopped')
      expect(textOf(stored)).toBe((await reading).text)
    })

    test('it keeps what it has, and is told the end, when the other process is killed', async () => {
      const victim = await app.startWeb()
      const { chatId, response } = await startReply('slow', sameUserOn(victim.url))
      const cut = response.text().catch(() => {})
      let seen = ''
      const reply = await readDataStream(await resume(chatId), {
        onText: (text) => {
          seen += text
          if (seen.length > WHOLE.length / 2) victim.kill('SIGKILL')
        },
      })
      expect(reply.text.length).toBeLessThan(WHOLE.length)
      expect(WHOLE.startsWith(reply.text)).toBe(true)
      expect(reply.finish).not.toBeNull()
      await cut
      const stored = (await getChat(here, chatId)).messages[1]
      expect(stored?.status).toBe('interrupted')
      expect(reply.text.startsWith(textOf(stored))).toBe(true)
    })

    test.skipIf(backend.relay === 'Postgres')(
      'it reads on from the row while Redis is away, and misses no data part',
      async () => {
        const { chatId, response } = await startReply('create a document, then be slow')
        const first = readDataStream(response)
        const seen = { words: 0, text: '' }
        const reading = readDataStream(await resume(chatId), {
          onData: ({ type }) => {
            if (type === 'text-delta') seen.words += 1
          },
          onText: (text) => {
            seen.text += text
          },
        })
        await expect.poll(() => seen.words).toBeGreaterThan(10)
        await redis?.stop()
        // The document is written meanwhile. Then the answer begins, which the row tells.
        await expect.poll(() => seen.text).not.toBe('')
        await redis?.start()
        expect(await reading).toEqual(await first)
      },
    )
  })
})

/** The pieces in which a stream arrives. */
async function readDeliveries(response: Response): Promise<string[]> {
  const pieces: string[] = []
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    pieces.push(decoder.decode(piece, { stream: true }))
  }
  return pieces
}
