import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { assertBlobKey, isBlobKey } from './blob-key.ts'
import type { BlobInfo, BlobStore } from './blob-store.ts'
import { type OpenBlob, openBlob, readWhole, tooLargeToRead } from './open-blob.ts'

/** Bytes of a piece in which a file is read. */
const PIECE_BYTES = 64 * 1024

/**
 * The blob store of one machine. Each object is a file that only the user of the
 * process can read.
 *
 * @param directory created at the first write
 */
export function createFileBlobStore(directory: string): BlobStore {
  function fileOf(key: string): string {
    assertBlobKey(key)
    return path.join(directory, key)
  }

  return {
    async put(key, body) {
      const file = fileOf(key)
      const folder = path.dirname(file)
      // Under staging/, so that the clean-up of staged objects also removes a
      // file that a crash has left incomplete.
      const temporary = fileOf(`staging/partial-${randomUUID()}`)
      await mkdir(path.dirname(temporary), { recursive: true, mode: 0o700 })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await writeDurably(temporary, body)
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(folder)
    },

    async get(key, { maxBytes }) {
      const blob = await openFile(key, fileOf(key), maxBytes)
      return blob && readWhole(blob)
    },

    async open(key, { maxBytes }) {
      return openFile(key, fileOf(key), maxBytes)
    },

    async delete(key) {
      await rm(fileOf(key), { force: true })
    },

    async list(prefix, { from = '', limit }) {
      const names = (await readdir(path.join(directory, prefix)).catch(nullWhenMissing)) ?? []
      const keys = names
        .map((name) => prefix + name)
        .filter((key) => key >= from && isBlobKey(key))
        .sort()
        .slice(0, limit)
      const found = await Promise.all(keys.map((key) => info(key, fileOf(key))))
      return found.filter((object) => object !== null)
    },
  }
}

async function openFile(key: string, file: string, maxBytes: number): Promise<OpenBlob | null> {
  const handle = await open(file, 'r').catch(nullWhenMissing)
  if (!handle) return null
  // A handle may be closed twice: the second time does nothing.
  const close = () => handle.close()
  try {
    const { size } = await handle.stat()
    if (size > maxBytes) throw tooLargeToRead(key, size, maxBytes)
    return openBlob(key, size, readPieces(handle), close)
  } catch (error) {
    await close()
    throw error
  }
}

async function* readPieces(handle: FileHandle) {
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(PIECE_BYTES))
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function writeDurably(file: string, body: Buffer) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(body)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the folder's own entry to disk, so that a rename in it survives a power cut. */
async function syncFolder(folder: string) {
  // Windows cannot open a folder; its journal covers the rename.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function info(key: string, file: string): Promise<BlobInfo | null> {
  const found = await stat(file).catch(nullWhenMissing)
  return found && { key, updatedAt: found.mtime.toISOString() }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
