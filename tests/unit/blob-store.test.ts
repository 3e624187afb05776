import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createImageKey, isBlobKey, mediaTypeOf } from '#core/storage/blob-key.ts'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { createFileBlobStore } from '#core/storage/file-blob-store.ts'
import { createGcsBlobStore } from '#core/storage/gcs-blob-store.ts'
import { startFakeGcs } from '#tests/support/fake-gcs.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const MAX = { maxBytes: 10_000_000 }

async function startGcs() {
  const fake = await startFakeGcs()
  closers.push(fake.close)
  const store = createGcsBlobStore({
    GCS_BUCKET: 'test-bucket',
    GOOGLE_CREDENTIALS: undefined,
    STORAGE_EMULATOR_HOST: fake.url,
  })
  return { fake, store }
}

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blobs-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const adapters: [string, () => Promise<BlobStore>][] = [
  ['files', async () => createFileBlobStore(path.join(await makeFolder(), 'blobs'))],
  ['Google Cloud Storage', async () => (await startGcs()).store],
]

describe.each(adapters)('the blob store in %s', (_, open) => {
  it('gives back what was put, byte for byte', async () => {
    const store = await open()
    const body = randomBytes(1_000_000)
    await store.put('staging/one', body)
    expect(await store.get('staging/one', MAX)).toEqual(body)
  })

  it('keeps an empty object', async () => {
    const store = await open()
    await store.put('staging/empty', Buffer.alloc(0))
    expect(await store.get('staging/empty', MAX)).toEqual(Buffer.alloc(0))
  })

  it('replaces an object', async () => {
    const store = await open()
    await store.put('uploads/a.png', Buffer.from('longer than the next'))
    await store.put('uploads/a.png', Buffer.from('next'))
    expect((await store.get('uploads/a.png', MAX))?.toString()).toBe('next')
  })

  it('gives null for what is not there', async () => {
    const store = await open()
    expect(await store.get('staging/none', MAX)).toBeNull()
  })

  it('removes an object, and does not mind when there is none', async () => {
    const store = await open()
    await store.put('staging/one', Buffer.from('1'))
    await store.delete('staging/one')
    await store.delete('staging/one')
    expect(await store.get('staging/one', MAX)).toBeNull()
  })

  it('does not read more than it was told', async () => {
    const store = await open()
    await store.put('staging/large', randomBytes(5_000))
    await expect(store.get('staging/large', { maxBytes: 4_999 })).rejects.toThrow(/4999/)
    expect(await store.get('staging/large', { maxBytes: 5_000 })).toHaveLength(5_000)
  })

  it('lists a folder in the order of keys, from a key, up to a limit', async () => {
    const store = await open()
    const before = Date.now()
    for (const name of ['c', 'a', 'd', 'b']) await store.put(`staging/${name}`, Buffer.from(name))
    await store.put('uploads/x.png', Buffer.from('x'))
    const all = await store.list('staging/', { limit: 10 })
    expect(all.map(({ key }) => key)).toEqual(['staging/a', 'staging/b', 'staging/c', 'staging/d'])
    expect(Date.parse(all[0]?.updatedAt ?? '')).toBeGreaterThan(before - 2_000)
    const some = await store.list('staging/', { from: 'staging/b', limit: 2 })
    expect(some.map(({ key }) => key)).toEqual(['staging/b', 'staging/c'])
  })

  it('lists nothing where nothing was ever put', async () => {
    const store = await open()
    expect(await store.list('uploads/', { limit: 10 })).toEqual([])
  })

  it.each(['../secret', 'staging/../../secret', 'staging/.hidden', '/etc/passwd', 'other/x', ''])(
    'refuses the key %j',
    async (key) => {
      const store = await open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/Not a key/)
      await expect(store.get(key, MAX)).rejects.toThrow(/Not a key/)
      await expect(store.delete(key)).rejects.toThrow(/Not a key/)
    },
  )

  it('answers its check', async () => {
    const store = await open()
    await store.check()
  })
})

describe('the blob store in files', () => {
  it('never shows a half-written object, whoever reads meanwhile', async () => {
    const store = createFileBlobStore(await makeFolder())
    const bodies = [Buffer.alloc(2_000_000, 1), Buffer.alloc(2_000_000, 2)]
    await store.put('uploads/a.png', Buffer.alloc(2_000_000, 1))
    const writes = Promise.all(
      Array.from({ length: 10 }, (_, i) => store.put('uploads/a.png', bodies[i % 2] as Buffer)),
    )
    for (let i = 0; i < 50; i++) {
      const seen = await store.get('uploads/a.png', MAX)
      expect(seen).toHaveLength(2_000_000)
      expect(new Set([seen?.at(0), seen?.at(-1)]).size).toBe(1)
    }
    await writes
  })

  it('leaves nothing behind but the objects, readable by our user only', async () => {
    const folder = await makeFolder()
    const store = createFileBlobStore(folder)
    await store.put('uploads/a.png', Buffer.from('a'))
    expect(await readdir(path.join(folder, 'staging'))).toEqual([])
    expect((await stat(path.join(folder, 'uploads/a.png'))).mode & 0o077).toBe(0)
  })

  it('says so when it cannot write', async () => {
    const folder = await makeFolder()
    await writeFile(path.join(folder, 'blobs'), 'a file where the folder should be')
    const store = createFileBlobStore(path.join(folder, 'blobs'))
    await expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow()
    await expect(store.check()).rejects.toThrow()
  })
})

describe('the blob store in Google Cloud Storage', () => {
  it('names the type of an image', async () => {
    const { store, fake } = await startGcs()
    await store.put('uploads/a.png', Buffer.from('a'))
    await store.put('uploads/b.jpg', Buffer.from('b'))
    expect(fake.objects.get('uploads/a.png')?.contentType).toBe('image/png')
    expect(fake.objects.get('uploads/b.jpg')?.contentType).toBe('image/jpeg')
  })

  it('tries again after a 503, for each thing that it does', async () => {
    const { store, fake } = await startGcs()
    fake.failNext(503)
    await store.put('staging/one', Buffer.from('1'))
    fake.failNext(503)
    expect((await store.get('staging/one', MAX))?.toString()).toBe('1')
    fake.failNext(503)
    expect(await store.list('staging/', { limit: 10 })).toHaveLength(1)
    fake.failNext(503)
    await store.delete('staging/one')
    expect(fake.objects.size).toBe(0)
  })

  it('tries again after a rate limit', async () => {
    const { store, fake } = await startGcs()
    fake.failNext(429)
    await store.put('staging/one', Buffer.from('1'))
    expect(fake.objects.size).toBe(1)
  })

  it('does not try again when access is refused', async () => {
    const { store, fake } = await startGcs()
    fake.failNext(403)
    await expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow()
    expect(fake.requests).toHaveLength(1)
  })

  it('gives up after a few refusals', async () => {
    const { store, fake } = await startGcs()
    await store.put('staging/one', Buffer.from('1'))
    fake.requests.length = 0
    fake.failNext(503, 503, 503, 503)
    await expect(store.get('staging/one', MAX)).rejects.toThrow(/503/)
    expect(fake.requests).toHaveLength(4)
  })

  it.each([
    ['put', (store: BlobStore) => store.put('staging/one', Buffer.from('1'))],
    ['get', (store: BlobStore) => store.get('staging/one', MAX)],
    ['delete', (store: BlobStore) => store.delete('staging/one')],
    ['check', (store: BlobStore) => store.check()],
  ])('says so within seconds when nobody listens: %s', async (_, call) => {
    const { store, fake } = await startGcs()
    await fake.close()
    const start = Date.now()
    await expect(call(store)).rejects.toThrow()
    expect(Date.now() - start).toBeLessThan(8_000)
  })

  it('says so in the end when there is never an answer', async () => {
    const { store, fake } = await startGcs()
    fake.hang()
    const start = Date.now()
    await Promise.all([
      expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow(),
      expect(store.get('staging/one', MAX)).rejects.toThrow(),
    ])
    expect(Date.now() - start).toBeLessThan(21_000)
  })
})

describe('the key of an image', () => {
  it.each([
    ['Mein Foto (2).PNG', /^uploads\/[0-9a-f]{48}-Mein-Foto-2\.png$/],
    ['../../etc/passwd', /^uploads\/[0-9a-f]{48}-passwd\.png$/],
    ['C:\\Users\\me\\a.b.png', /^uploads\/[0-9a-f]{48}-a-b\.png$/],
    ['写真.png', /^uploads\/[0-9a-f]{48}-image\.png$/],
    ['<script>"\r\n.png', /^uploads\/[0-9a-f]{48}-script\.png$/],
    ['', /^uploads\/[0-9a-f]{48}-image\.png$/],
    [`${'x'.repeat(300)}.png`, /^uploads\/[0-9a-f]{48}-x{60}\.png$/],
  ])('made of %j is safe', (filename, expected) => {
    const key = createImageKey(filename, 'image/png')
    expect(key).toMatch(expected)
    expect(isBlobKey(key)).toBe(true)
    expect(mediaTypeOf(key)).toBe('image/png')
  })

  it('is never the same twice', () => {
    expect(createImageKey('a', 'image/jpeg')).not.toBe(createImageKey('a', 'image/jpeg'))
  })
})
