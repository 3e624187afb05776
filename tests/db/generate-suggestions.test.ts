import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueLostSuggestions } from '#core/suggestions/enqueue-lost-suggestions.ts'
import { absorbGuest } from '#core/users/absorb-guest.ts'
import { type FakeOpenAi, type Script, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import {
  openRequest,
  type RequestPayload,
  SENTENCES,
  statusOfRequest,
  storedSuggestions,
  suggestEdits,
} from '#tests/support/suggestion-requests.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'
import { generateSuggestions } from '#worker/processors/generate-suggestions.ts'

let provider: FakeOpenAi
let app: TestServices
let userId: string
let written: Script

beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: () => written })
  app = await startTestServices({ OPENAI_BASE_URL: provider.url })
  userId = await app.createUser()
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

function run(payload: RequestPayload, isLastAttempt = false) {
  const signal = new AbortController().signal
  return generateSuggestions(app.services, payload, {
    log: app.services.log,
    isLastAttempt,
    signal,
  })
}

describe('the job generate-suggestions', () => {
  test('what the model suggests is stored in its order, five at most', async () => {
    const payload = await openRequest(app, userId)
    written = suggestEdits(SENTENCES)
    await run(payload)
    expect(await storedSuggestions(app, payload)).toEqual(SENTENCES.slice(0, 5))
    expect(await statusOfRequest(app, payload)).toBe('done')
  })

  test('a second attempt goes on where the failed one ended, and repeats nothing', async () => {
    const payload = await openRequest(app, userId)
    written = suggestEdits(SENTENCES.slice(0, 3), { cutAfter: 6 })
    await expect(run(payload)).rejects.toThrow()
    const before = await storedSuggestions(app, payload)
    expect(before.length).toBeGreaterThan(0)
    expect(await statusOfRequest(app, payload)).toBe('running')
    written = suggestEdits(SENTENCES.slice(0, 4))
    await run(payload)
    expect(await storedSuggestions(app, payload)).toEqual(SENTENCES.slice(0, 4))
  })

  test('several runs at once store each suggestion once', async () => {
    const payload = await openRequest(app, userId)
    written = suggestEdits(SENTENCES.slice(0, 4))
    await Promise.all([run(payload), run(payload), run(payload)])
    expect((await storedSuggestions(app, payload)).toSorted()).toEqual(
      SENTENCES.slice(0, 4).toSorted(),
    )
  })

  test('of two same sentences each is suggested for at its own place, also by a second run', async () => {
    const payload = await openRequest(app, userId, 'Yes. No. Yes.')
    written = suggestEdits(['Yes.', 'Yes.', 'Yes.'], { cutAfter: 5 })
    await expect(run(payload)).rejects.toThrow()
    written = suggestEdits(['Yes.', 'Yes.', 'Yes.'])
    await run(payload)
    const rows = await app.database.sql(
      'select start_offset from suggestion where request_id = $1 order by position',
      [payload.suggestionRequestId],
    )
    expect(rows).toEqual([{ start_offset: 0 }, { start_offset: 9 }])
  })

  test('nothing happens once the request has ended', async () => {
    const payload = await openRequest(app, userId)
    written = suggestEdits(['One.'])
    await run(payload)
    const calls = provider.requests.length
    await run(payload)
    expect(provider.requests.length).toBe(calls)
  })

  test('a document of another user than the request is never read', async () => {
    const payload = await openRequest(app, userId)
    const other = await app.createUser()
    const calls = provider.requests.length
    await app.database.sql('update suggestion_request set user_id = $1 where id = $2', [
      other,
      payload.suggestionRequestId,
    ])
    await run({ ...payload, userId: other })
    expect(provider.requests.length).toBe(calls)
  })

  test('a request whose guest has signed in meanwhile is the account’s, to the last suggestion', async () => {
    const guestId = await app.createUser()
    const accountId = await app.createUser()
    const payload = await openRequest(app, guestId)
    written = suggestEdits(SENTENCES, { delayMs: 20 })
    const running = run(payload)
    await expect
      .poll(async () => (await storedSuggestions(app, payload)).length, { interval: 20 })
      .toBeGreaterThan(0)
    await absorbGuest(app.services.orm.em.fork(), { guestId, userId: accountId })
    await running
    expect(await storedSuggestions(app, payload)).toEqual(SENTENCES.slice(0, 5))
    expect(await statusOfRequest(app, payload)).toBe('done')
    const owners = await app.database.sql(
      'select distinct user_id from suggestion where request_id = $1',
      [payload.suggestionRequestId],
    )
    expect(owners).toEqual([{ user_id: accountId }])
  })

  test('a request whose guest signed in before the job began is done', async () => {
    const guestId = await app.createUser()
    const payload = await openRequest(app, guestId)
    await absorbGuest(app.services.orm.em.fork(), { guestId, userId })
    written = suggestEdits(['One.'])
    await run(payload)
    expect(await statusOfRequest(app, payload)).toBe('done')
  })

  test('the request fails only with the last attempt', async () => {
    const payload = await openRequest(app, userId)
    written = { status: 401 }
    await expect(run(payload)).rejects.toThrow()
    expect(await statusOfRequest(app, payload)).toBe('running')
    await expect(run(payload, true)).rejects.toThrow()
    expect(await statusOfRequest(app, payload)).toBe('failed')
  })

  test('the job ends without an error when the version has been deleted', async () => {
    const payload = await openRequest(app, userId)
    await app.database.sql('delete from document where id = $1', [payload.documentId])
    const calls = provider.requests.length
    await run(payload)
    expect(provider.requests.length).toBe(calls)
  })

  test('the clean-up enqueues a request that was made while the queue was away', async () => {
    const [lost, fresh] = [await openRequest(app, userId), await openRequest(app, userId)]
    await app.database.sql(
      `update suggestion_request set created_at = now() - interval '2 minutes' where id = $1`,
      [lost.suggestionRequestId],
    )
    for (let time = 0; time < 2; time += 1)
      await enqueueLostSuggestions(app.services.orm.em.fork(), app.services.jobs)
    const jobOf = (payload: RequestPayload) =>
      app.services.jobs.queues.model.getJob(payload.suggestionRequestId)
    expect((await jobOf(lost))?.data).toEqual({ ...lost, requestId: 'clean-up' })
    expect(await jobOf(fresh)).toBeUndefined()
    await (await jobOf(lost))?.remove()
  })
})
