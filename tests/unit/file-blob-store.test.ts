import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFileBlobStore } from '#core/storage/file-blob-store.ts'

const MAX = { maxBytes: 10_000_000 }

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'blobs-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

describe('the blob store in files', () => {
  test('a reader never sees a half-written object', async () => {
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

  test('only the objects are left on disk, readable by our user only', async () => {
    const folder = await makeFolder()
    const store = createFileBlobStore(folder)
    await store.put('uploads/a.png', Buffer.from('a'))
    expect(await readdir(path.join(folder, 'staging'))).toEqual([])
    expect((await stat(path.join(folder, 'uploads/a.png'))).mode & 0o077).toBe(0)
  })

  test('an open object is read in pieces of at most 64 KiB', async () => {
    const store = createFileBlobStore(await makeFolder())
    await store.put('uploads/a.png', Buffer.alloc(200_000))
    const sizes: number[] = []
    const blob = await store.open('uploads/a.png', MAX)
    for await (const piece of blob?.pieces ?? []) sizes.push(piece.byteLength)
    expect(sizes).toEqual([65_536, 65_536, 65_536, 3_392])
  })

  test('put fails when the folder cannot be written', async () => {
    const folder = await makeFolder()
    await writeFile(path.join(folder, 'blobs'), 'a file where the folder should be')
    const store = createFileBlobStore(path.join(folder, 'blobs'))
    await expect(store.put('staging/one', Buffer.from('1'))).rejects.toThrow()
  })
})
