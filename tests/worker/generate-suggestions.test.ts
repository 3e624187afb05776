import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { saveVersion } from '#core/documents/save-version.ts'
import { readEnv } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { closeServices, createServices, type Services } from '#core/services.server.ts'
import { openSuggestionRequest } from '#core/suggestions/suggestion-request.ts'
import { sweepSuggestionRequests } from '#core/suggestions/sweep-suggestion-requests.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { type FakeOpenAi, type Script, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { type RunningProcess, runProcess } from '#tests/support/run-process.ts'
import { generateSuggestions } from '#worker/processors/generate-suggestions.ts'

let provider: FakeOpenAi
let database: TestDatabase
let settings: Record<string, string>
let services: Services
let userId: string
let written: Script
const workers: RunningProcess[] = []

beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: () => written })
  database = await createTestDatabase()
  settings = {
    DATABASE_URL: database.url,
    QUEUE_PREFIX: `test-${inject('runId')}-${database.url.slice(-8)}`,
    OPENAI_BASE_URL: provider.url,
    LOG_LEVEL: 'info',
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
  }
  const env = { ...readEnv(settings), DATABASE_URL: database.url }
  services = await createServices(env, createLogger('silent', 'test'))
  userId = await newUser()
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  if (services) await closeServices(services)
  await database?.drop()
  await provider?.close()
})

async function newUser(): Promise<string> {
  const id = randomUUID()
  await em().execute('insert into user_account (id) values (?)', [id])
  return id
}

async function startWorker(): Promise<RunningProcess> {
  const worker = await runProcess('worker/index.ts', settings)
  workers.push(worker)
  return worker
}

const WORDS = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.', 'Seven.']
const em = () => services.orm.em.fork()

/** The model suggests an edit for each word, and then does what the script says. */
function suggesting(words: string[], script: Script = {}): Script {
  const elements = words.map((originalText) => ({
    originalText,
    suggestedText: `${originalText}!`,
    description: 'Louder.',
  }))
  return { text: JSON.stringify({ elements }).match(/.{1,30}/gs) ?? [], delayMs: 1, ...script }
}

/** A request for suggestions for a document of those words, and its job's payload. */
async function openRequest() {
  const id = randomUUID()
  const version = await saveVersion(em(), {
    id,
    userId,
    title: 'Words',
    content: WORDS.join(' '),
    kind: 'text',
  })
  const suggestionRequestId = randomUUID()
  const target = { userId, documentId: id, documentCreatedAt: version.createdAt }
  await openSuggestionRequest(em(), { id: suggestionRequestId, ...target })
  return { suggestionRequestId, ...target, requestId: 'test' }
}

type Payload = Awaited<ReturnType<typeof openRequest>>

const run = (payload: Payload, isLastAttempt = false) =>
  generateSuggestions(services, payload, {
    log: services.log,
    isLastAttempt,
    signal: new AbortController().signal,
  })

async function stored({ suggestionRequestId }: Payload): Promise<string[]> {
  const rows = await em().execute<{ original_text: string }[]>(
    'select original_text from suggestion where request_id = ? order by position',
    [suggestionRequestId],
  )
  return rows.map(({ original_text }) => original_text)
}

async function status({ suggestionRequestId }: Payload): Promise<string | undefined> {
  const [row] = await em().execute<{ status: string }[]>(
    'select status from suggestion_request where id = ?',
    [suggestionRequestId],
  )
  return row?.status
}

describe('the job generate-suggestions', () => {
  test('what the model suggests is stored in its order, five at most', async () => {
    const payload = await openRequest()
    written = suggesting(WORDS)
    await run(payload)
    expect(await stored(payload)).toEqual(WORDS.slice(0, 5))
    expect(await status(payload)).toBe('done')
  })

  test('a second attempt goes on where the failed one ended, and repeats nothing', async () => {
    const payload = await openRequest()
    written = suggesting(WORDS.slice(0, 3), { cutAfter: 6 })
    await expect(run(payload)).rejects.toThrow()
    const before = await stored(payload)
    expect(before.length).toBeGreaterThan(0)
    expect(await status(payload)).toBe('running')
    written = suggesting(WORDS.slice(0, 4))
    await run(payload)
    expect(await stored(payload)).toEqual(WORDS.slice(0, 4))
  })

  test('several runs at once store each suggestion once', async () => {
    const payload = await openRequest()
    written = suggesting(WORDS.slice(0, 4))
    await Promise.all([run(payload), run(payload), run(payload)])
    expect((await stored(payload)).toSorted()).toEqual(WORDS.slice(0, 4).toSorted())
  })

  test('nothing happens once the request has ended', async () => {
    const payload = await openRequest()
    written = suggesting(['One.'])
    await run(payload)
    const calls = provider.requests.length
    await run(payload)
    expect(provider.requests.length).toBe(calls)
  })

  test('a document of another user is never read, whatever the payload says', async () => {
    const payload = await openRequest()
    const other = await newUser()
    const calls = provider.requests.length
    await run({ ...payload, userId: other })
    await em().execute('update suggestion_request set user_id = ? where id = ?', [
      other,
      payload.suggestionRequestId,
    ])
    await run({ ...payload, userId: other })
    expect(provider.requests.length).toBe(calls)
  })

  test('the request fails only with the last attempt', async () => {
    const payload = await openRequest()
    written = { status: 401 }
    await expect(run(payload)).rejects.toThrow()
    expect(await status(payload)).toBe('running')
    await expect(run(payload, true)).rejects.toThrow()
    expect(await status(payload)).toBe('failed')
  })

  test('the job ends without an error when the version has been deleted', async () => {
    const payload = await openRequest()
    await em().execute('delete from document where id = ?', [payload.documentId])
    const calls = provider.requests.length
    await run(payload)
    expect(provider.requests.length).toBe(calls)
  })

  test('the clean-up enqueues a request that was made while the queue was away', async () => {
    const [lost, fresh] = [await openRequest(), await openRequest()]
    await em().execute(
      `update suggestion_request set created_at = now() - interval '2 minutes'
      where id = ?`,
      [lost.suggestionRequestId],
    )
    for (let time = 0; time < 2; time += 1) await sweepSuggestionRequests(em(), services.jobs)
    const jobOf = (payload: Payload) => services.jobs.queue.getJob(payload.suggestionRequestId)
    expect((await jobOf(lost))?.data).toEqual({ ...lost, requestId: 'clean-up' })
    expect(await jobOf(fresh)).toBeUndefined()
    await (await jobOf(lost))?.remove()
  })

  test('each suggestion is stored exactly once although the worker was killed', async () => {
    const payload = await openRequest()
    written = suggesting(WORDS.slice(0, 3), { hangAfter: 6 })
    await services.jobs.enqueue('generate-suggestions', payload.suggestionRequestId, payload)
    const first = await startWorker()
    await expect
      .poll(async () => (await stored(payload)).length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    first.kill('SIGKILL')
    await first.exited
    written = suggesting(WORDS.slice(0, 4))
    await startWorker()
    await expect.poll(() => status(payload), { timeout: 60_000, interval: 500 }).toBe('done')
    expect(await stored(payload)).toEqual(WORDS.slice(0, 4))
  }, 90_000)
})
