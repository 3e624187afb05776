import path from 'node:path'
import type { Env } from '#core/env.server.ts'
import { createFileBlobStore } from './file-blob-store.ts'
import { createGcsBlobStore } from './gcs-blob-store.ts'
import type { OpenBlob } from './open-blob.ts'

export type BlobInfo = { key: string; updatedAt: string }

/**
 * The port to the blob store. Keys are made by blob-key.ts, and an object's
 * media type follows from its key. There are two adapters, Google Cloud Storage
 * and the file system, which pass the same tests.
 *
 * Every call settles within 20 seconds; of an open object, every piece.
 */
export type BlobStore = {
  /** Writes an object whole or not at all. Replaces an object with the same key. */
  put(key: string, body: Buffer): Promise<void>
  /**
   * Reads an object.
   *
   * @param options.maxBytes a larger object is an error, and is not read into memory
   * @returns null when no object has the key
   */
  get(key: string, options: { maxBytes: number }): Promise<Buffer | null>
  /**
   * Opens an object to be read a piece at a time, so that a slow reader holds only a
   * piece of it in memory.
   *
   * @param options.maxBytes a larger object is an error
   * @returns null when no object has the key
   */
  open(key: string, options: { maxBytes: number }): Promise<OpenBlob | null>
  /** Removes an object. No error when no object has the key. */
  delete(key: string): Promise<void>
  /**
   * Lists objects in the order of their keys.
   *
   * @param options.from lists keys from this one on; no object need have it
   * @param options.limit objects at most
   */
  list(prefix: BlobPrefix, options: { from?: string; limit: number }): Promise<BlobInfo[]>
}

export type BlobPrefix = 'staging/' | 'uploads/'

/** Makes the blob store: Google Cloud Storage where `GCS_BUCKET` is set, else files in `DATA_DIR`. */
export function createBlobStore(env: Env): BlobStore {
  if (env.GCS_BUCKET) return createGcsBlobStore({ ...env, GCS_BUCKET: env.GCS_BUCKET })
  return createFileBlobStore(path.resolve(env.DATA_DIR, 'blobs'))
}
