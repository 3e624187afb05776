import path from 'node:path'
import type { Env } from '#core/env.server.ts'
import { createFileBlobStore } from './file-blob-store.ts'
import { createGcsBlobStore } from './gcs-blob-store.ts'

export type Blob = { body: Buffer; contentType: string }
export type BlobInfo = { key: string; updatedAt: string }

/**
 * The port to the blob store. Keys are `/`-separated, made by us. Two
 * adapters, Google Cloud Storage and the file system, pass the same tests.
 */
export type BlobStore = {
  /** Writes an object whole or not at all; replaces one of that key. */
  put(key: string, body: Buffer, options: { contentType: string }): Promise<void>
  /** Reads an object; null when there is none of that key. At most `maxBytes` bytes. */
  get(key: string, options: { maxBytes: number }): Promise<Blob | null>
  /** Removes an object; no error when there is none. */
  delete(key: string): Promise<void>
  /** Lists objects under a prefix, oldest first as far as the store can, at most `limit`. */
  list(prefix: string, limit: number): Promise<BlobInfo[]>
  /** Throws when the store does not answer. */
  check(): Promise<void>
}

/** Google Cloud Storage where `GCS_BUCKET` is set, else files in `DATA_DIR`. */
export function createBlobStore(env: Env): BlobStore {
  if (env.GCS_BUCKET) return createGcsBlobStore({ ...env, GCS_BUCKET: env.GCS_BUCKET })
  return createFileBlobStore(path.resolve(env.DATA_DIR, 'blobs'))
}
