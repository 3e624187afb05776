import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { createFileBlobStore } from '#core/storage/file-blob-store.ts'
import type { OpenBlob } from '#core/storage/open-blob.ts'
import { openEmulatedGcsStore } from '#tests/support/emulated-gcs.ts'
import { openMockedGcsStore } from '#tests/support/mocked-gcs.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()

const MAX = { maxBytes: 10_000_000 }

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function piecesOf(blob: OpenBlob | null): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of blob?.pieces ?? []) pieces.push(piece)
  return pieces
}

const adapters: [string, () => Promise<BlobStore>][] = [
  ['files', async () => createFileBlobStore(path.join(await makeFolder(), 'blobs'))],
  ['Google Cloud Storage', async () => openMockedGcsStore(network).store],
  ['an emulator of it', async () => (await openEmulatedGcsStore(network)).store],
]

describe.each(adapters)('the blob store in %s', (_, open) => {
  test('get returns what was put, byte for byte', async () => {
    const store = await open()
    const body = randomBytes(1_000_000)
    await store.put('staging/one', body)
    expect(await store.get('staging/one', MAX)).toEqual(body)
  })

  test('an empty object can be stored', async () => {
    const store = await open()
    await store.put('staging/empty', Buffer.alloc(0))
    expect(await store.get('staging/empty', MAX)).toEqual(Buffer.alloc(0))
  })

  test('put replaces an object', async () => {
    const store = await open()
    await store.put('uploads/a.png', Buffer.from('longer than the next'))
    await store.put('uploads/a.png', Buffer.from('next'))
    expect((await store.get('uploads/a.png', MAX))?.toString()).toBe('next')
  })

  test('get returns null for a missing object', async () => {
    const store = await open()
    expect(await store.get('staging/none', MAX)).toBeNull()
  })

  test('delete removes an object, and succeeds when there is none', async () => {
    const store = await open()
    await store.put('staging/one', Buffer.from('1'))
    await store.delete('staging/one')
    await store.delete('staging/one')
    expect(await store.get('staging/one', MAX)).toBeNull()
  })

  test('get fails for an object larger than the given limit', async () => {
    const store = await open()
    await store.put('staging/large', randomBytes(5_000))
    await expect(store.get('staging/large', { maxBytes: 4_999 })).rejects.toThrow(/4999/)
    expect(await store.get('staging/large', { maxBytes: 5_000 })).toHaveLength(5_000)
  })

  test('open gives the size at once, and the bytes in pieces', async () => {
    const store = await open()
    const body = randomBytes(1_000_000)
    await store.put('uploads/a.png', body)
    const blob = await store.open('uploads/a.png', MAX)
    expect(blob?.size).toBe(body.byteLength)
    expect(Buffer.concat(await piecesOf(blob))).toEqual(body)
  })

  test('an object that is open may be closed before anything of it is read', async () => {
    const store = await open()
    await store.put('uploads/a.png', randomBytes(1_000))
    const blob = await store.open('uploads/a.png', MAX)
    await blob?.pieces.return()
    expect(await piecesOf(blob)).toEqual([])
    await blob?.close()
  })

  test('open returns null for a missing object, and fails for one that is too large', async () => {
    const store = await open()
    expect(await store.open('staging/none', MAX)).toBeNull()
    await store.put('staging/large', randomBytes(5_000))
    await expect(store.open('staging/large', { maxBytes: 4_999 })).rejects.toThrow(/4999/)
  })

  test('list returns a folder in the order of keys, from a key, up to a limit', async () => {
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

  test('list is empty where nothing was ever put', async () => {
    const store = await open()
    expect(await store.list('uploads/', { limit: 10 })).toEqual([])
  })

  test.each(['../secret', 'staging/../../secret', 'staging/.hidden', '/etc/passwd', 'other/x', ''])(
    'the key %j is refused',
    async (key) => {
      const store = await open()
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(/Not a key/)
      await expect(store.get(key, MAX)).rejects.toThrow(/Not a key/)
      await expect(store.delete(key)).rejects.toThrow(/Not a key/)
    },
  )
})
