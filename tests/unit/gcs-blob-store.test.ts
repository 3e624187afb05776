import { http, passthrough } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { createGcsBlobStore } from '#core/storage/gcs-blob-store.ts'
import { openEmulatedGcsStore } from '#tests/support/emulated-gcs.ts'
import { openMockedGcsStore } from '#tests/support/mocked-gcs.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()

const MAX = { maxBytes: 10_000_000 }

const TIMING = { requestMs: 10_000, callMs: 25_000, retryDelaysMs: [1, 2, 3] }

/** An emulator's address at which nobody listens. */
const UNREACHABLE = {
  GOOGLE_CREDENTIALS: undefined,
  STORAGE_EMULATOR_HOST: 'http://127.0.0.1:2',
}

function openStore(timing = TIMING) {
  return openMockedGcsStore(network, timing)
}

describe('the blob store in Google Cloud Storage', () => {
  test('an image is stored with its media type', async () => {
    const { store, bucket } = openStore()
    await store.put('uploads/a.png', Buffer.from('a'))
    await store.put('uploads/b.jpg', Buffer.from('b'))
    expect(bucket.objects.get('uploads/a.png')?.contentType).toBe('image/png')
    expect(bucket.objects.get('uploads/b.jpg')?.contentType).toBe('image/jpeg')
  })

  const STORES = [
    ['Google', () => openStore()],
    ['an emulator', () => openEmulatedGcsStore(network, TIMING)],
  ] as const

  test.each(STORES)('every call is tried again after a 503 of %s', async (_, open) => {
    const { store, bucket } = await open()
    bucket.failNext(503)
    await store.put('staging/one', Buffer.from('1'))
    bucket.failNext(503)
    expect((await store.get('staging/one', MAX))?.toString()).toBe('1')
    bucket.failNext(503)
    expect(await store.list('staging/', { limit: 10 })).toHaveLength(1)
    bucket.failNext(503)
    await store.delete('staging/one')
    expect(bucket.objects.size).toBe(0)
  })

  test('a call is tried again after a 429', async () => {
    const { store, bucket } = openStore()
    bucket.failNext(429)
    await store.put('staging/one', Buffer.from('1'))
    expect(bucket.objects.size).toBe(1)
  })

  test('a call is not tried again after a 403', async () => {
    const { store, bucket } = openStore()
    bucket.failNext(403)
    await expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow()
    expect(bucket.requests).toHaveLength(1)
  })

  test('a call fails after its last retry', async () => {
    const { store, bucket } = openStore()
    await store.put('staging/one', Buffer.from('1'))
    bucket.requests.length = 0
    bucket.failNext(503, 503, 503, 503)
    await expect(store.get('staging/one', MAX)).rejects.toThrow(/503/)
    expect(bucket.requests).toHaveLength(4)
  })

  test.each([
    ['put', (store: BlobStore) => store.put('staging/one', Buffer.from('1'))],
    ['get', (store: BlobStore) => store.get('staging/one', MAX)],
    ['delete', (store: BlobStore) => store.delete('staging/one')],
    ['list', (store: BlobStore) => store.list('staging/', { limit: 1 })],
  ])('%s fails after its retries when nobody listens', async (_, call) => {
    const store = createGcsBlobStore({ ...UNREACHABLE, GCS_BUCKET: 'test-bucket' }, TIMING)
    let attempts = 0
    network.use(
      http.all(`${UNREACHABLE.STORAGE_EMULATOR_HOST}/*`, () => {
        attempts += 1
        return passthrough()
      }),
    )
    await expect(call(store)).rejects.toThrow()
    expect(attempts).toBe(1 + TIMING.retryDelaysMs.length)
  })

  test.each([
    ['put', (store: BlobStore) => store.put('staging/one', Buffer.from('1'))],
    ['get', (store: BlobStore) => store.get('staging/one', MAX)],
    ['list', (store: BlobStore) => store.list('staging/', { limit: 10 })],
    ['delete', (store: BlobStore) => store.delete('staging/one')],
  ])('%s is tried again when its first request hangs', async (_, call) => {
    const { store, bucket } = openStore()
    await store.list('staging/', { limit: 1 })
    const limits: AbortController[] = []
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const limit = new AbortController()
      limits.push(limit)
      return limit.signal
    })
    onTestFinished(() => timeout.mockRestore())
    bucket.hangNext()
    const done = call(store)
    await expect.poll(() => bucket.requests.length, { interval: 5 }).toBe(2)
    limits[0]?.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
    await done
    expect(bucket.requests).toHaveLength(3)
  })

  test('signing in with a service account warns of nothing on the console', async () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    await openStore().store.list('staging/', { limit: 1 })
    expect(warn).not.toHaveBeenCalled()
  })

  test.each([
    ['put', (store: BlobStore) => store.put('staging/one', Buffer.from('1'))],
    ['get', (store: BlobStore) => store.get('staging/one', MAX)],
    ['list', (store: BlobStore) => store.list('staging/', { limit: 10 })],
  ])('%s is tried again when the connection is cut within the answer', async (_, call) => {
    const { store, bucket } = await openEmulatedGcsStore(network, TIMING)
    await store.put('staging/one', Buffer.from('image'))
    bucket.requests.length = 0
    bucket.cutNext()
    await call(store)
    expect(bucket.requests).toHaveLength(2)
  })

  test('put and get fail at their deadline when there is never an answer', async () => {
    const { store, bucket } = openStore({ ...TIMING, callMs: 100 })
    bucket.hang()
    await Promise.all([
      expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow(/within 0.1 seconds/),
      expect(store.get('staging/one', MAX)).rejects.toThrow(/within 0.1 seconds/),
    ])
  })

  test('by itself a call has 20 seconds, and each of its requests 8', async () => {
    const { store, bucket } = openMockedGcsStore(network)
    await store.list('staging/', { limit: 1 })
    const requestLimit = vi.spyOn(AbortSignal, 'timeout')
    onTestFinished(() => requestLimit.mockRestore())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    bucket.hang()
    let outcome = 'waits'
    const call = store.get('staging/one', MAX).catch((error: Error) => {
      outcome = error.message
    })
    await expect.poll(() => bucket.requests.length).toBe(2)
    expect(requestLimit.mock.calls).toEqual([[8_000]])
    await vi.advanceTimersByTimeAsync(15_000)
    expect(outcome).toBe('waits')
    await vi.advanceTimersByTimeAsync(5_000)
    await call
    expect(outcome).toContain('within 20 seconds')
  })
})
