import { setTimeout as sleep } from 'node:timers/promises'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { readWhole } from '#core/storage/open-blob.ts'
import { openEmulatedGcsStore } from '#tests/support/emulated-gcs.ts'
import { openMockedGcsStore } from '#tests/support/mocked-gcs.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()

const MAX = { maxBytes: 10_000_000 }
const TIMING = { requestMs: 200, callMs: 10_000, retryDelaysMs: [1, 2, 3] }

describe('an open object in Google Cloud Storage', () => {
  /** Answers downloads with what `send` writes, announced as a thousand bytes. */
  function answerDownloads(
    send: (body: ReadableStreamDefaultController) => void,
    { once = false } = {},
  ) {
    const answer = () => {
      const body = new ReadableStream({ start: send })
      return new HttpResponse(body, { headers: { 'Content-Length': '1000' } })
    }
    network.use(http.get('https://storage.googleapis.com/storage/v1/b/*', answer, { once }))
  }

  async function openWith(send: (body: ReadableStreamDefaultController) => void) {
    const { store } = openMockedGcsStore(network, TIMING)
    answerDownloads(send)
    const blob = await store.open('uploads/a.png', MAX)
    expect(blob?.size).toBe(1_000)
    return blob && readWhole(blob)
  }

  test('reading it fails when the connection is cut', async () => {
    const read = openWith((body) => {
      body.enqueue(new Uint8Array(400))
      setTimeout(() => body.error(new Error('cut')), 20)
    })
    await expect(read).rejects.toThrow()
  })

  test('reading it fails when nothing more comes', async () => {
    const read = openWith((body) => body.enqueue(new Uint8Array(400)))
    await expect(read).rejects.toThrow(/sent nothing for 0.2 seconds/)
  })

  test('is read anew as a whole when nothing more comes', async () => {
    const { store, bucket } = openMockedGcsStore(network, TIMING)
    await store.put('uploads/a.png', Buffer.from('image'))
    answerDownloads((body) => body.enqueue(new Uint8Array(400)), { once: true })
    bucket.requests.length = 0
    expect((await store.get('uploads/a.png', MAX))?.toString()).toBe('image')
    expect(bucket.requests).not.toHaveLength(0)
  })

  test('is not read any further than its reader reads', async () => {
    const { store, bucket } = await openEmulatedGcsStore(network, { ...TIMING, requestMs: 10_000 })
    const size = 32 * 1024 * 1024
    const stored = { contentType: 'image/png', updated: new Date().toISOString() }
    bucket.objects.set('uploads/a.png', { ...stored, body: Buffer.alloc(size) })
    const blob = await store.open('uploads/a.png', { maxBytes: size })
    const first = await blob?.pieces.next()
    await untilUnchanged(() => bucket.bytesSent)
    // The rest is in the buffers of both ends' sockets, which are a few megabytes at most.
    expect(bucket.bytesSent).toBeLessThan(size / 2)
    const rest = blob && (await readWhole({ ...blob, size: size - Number(first?.value?.length) }))
    expect(Number(first?.value?.length) + Number(rest?.length)).toBe(size)
    expect(bucket.bytesSent).toBe(size)
  })
})

/** Waits until a number has stayed the same for a while. */
async function untilUnchanged(read: () => number) {
  for (let before = -1; before !== read(); ) {
    before = read()
    await sleep(200)
  }
}
