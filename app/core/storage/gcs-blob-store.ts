import type { Bucket, StorageOptions } from '@google-cloud/storage'
import type { Env } from '#core/env.server.ts'
import { assertBlobKey, mediaTypeOf } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'
import { startDownload } from './gcs-download.ts'
import { GCS_TIMING, type GcsTiming, withRetries } from './gcs-retries.ts'
import { type OpenBlob, readWhole } from './open-blob.ts'

type GcsEnv = Pick<Env, 'GOOGLE_CREDENTIALS' | 'STORAGE_EMULATOR_HOST'> & { GCS_BUCKET: string }

type DownloadOptions = { env: GcsEnv; timing: GcsTiming; signal: AbortSignal; maxBytes: number }

/**
 * The blob store in a bucket of Google Cloud Storage. The bucket may be
 * private, because only the service itself reads its objects. Credentials are Google's
 * application default credentials, or the JSON in `GOOGLE_CREDENTIALS`; with
 * `STORAGE_EMULATOR_HOST` there are none.
 *
 * @param timing deadlines and pauses; tests have shorter ones
 */
export function createGcsBlobStore(env: GcsEnv, timing: GcsTiming = GCS_TIMING): BlobStore {
  let opened: Promise<Bucket> | undefined

  // Google's client takes 25 MB and a fifth of a second to load: only when it is used.
  function openBucket(): Promise<Bucket> {
    opened ??= import('@google-cloud/storage').then(({ Storage }) =>
      new Storage(clientOptions(env, timing)).bucket(env.GCS_BUCKET),
    )
    return opened
  }

  async function openFile(key: string) {
    assertBlobKey(key)
    return (await openBucket()).file(key)
  }

  return {
    async put(key, body) {
      const file = await openFile(key)
      const options = {
        // One request, so that the object is there whole or not at all.
        resumable: false,
        validation: 'crc32c',
        timeout: timing.requestMs,
        metadata: { contentType: mediaTypeOf(key), cacheControl: 'private, max-age=0' },
      } as const
      await withRetries(timing, () => file.save(body, options))
    },

    async get(key, { maxBytes }) {
      const file = await openFile(key)
      return withRetries(timing, async (signal) => {
        const blob = await download(file.bucket, key, { env, timing, signal, maxBytes })
        return blob && readWhole(blob)
      })
    },

    async open(key, { maxBytes }) {
      const file = await openFile(key)
      return withRetries(timing, (signal) =>
        download(file.bucket, key, { env, timing, signal, maxBytes }),
      )
    },

    async delete(key) {
      const file = await openFile(key)
      await withRetries(timing, () => file.delete({ ignoreNotFound: true }))
    },

    async list(prefix, { from, limit }) {
      const bucket = await openBucket()
      const query = {
        prefix,
        maxResults: limit,
        autoPaginate: false,
        ...(from && { startOffset: from }),
      }
      const [files] = await withRetries(timing, () => bucket.getFiles(query))
      return files.map(({ name, metadata }) => ({
        key: name,
        updatedAt: new Date(metadata.updated ?? 0).toISOString(),
      }))
    },

    async check() {
      const bucket = await openBucket()
      // Not `bucket.exists()`: that needs a permission which a role for objects lacks.
      const query = { prefix: 'staging/', maxResults: 1, autoPaginate: false }
      await withRetries(timing, () => bucket.getFiles(query))
    },
  }
}

function clientOptions(env: GcsEnv, timing: GcsTiming): StorageOptions {
  return {
    timeout: timing.requestMs,
    // gcs-retries.ts tries again instead: the client waits two seconds and more before
    // its first retry, and at times switches retries off for all its calls.
    retryOptions: { autoRetry: false, maxRetries: 0 },
    ...(env.GOOGLE_CREDENTIALS && { credentials: JSON.parse(env.GOOGLE_CREDENTIALS) }),
    ...(env.STORAGE_EMULATOR_HOST && { apiEndpoint: env.STORAGE_EMULATOR_HOST }),
  }
}

async function download(
  { name, storage }: Bucket,
  key: string,
  { env, timing, signal, maxBytes }: DownloadOptions,
): Promise<OpenBlob | null> {
  const url = `${storage.apiEndpoint}/storage/v1/b/${name}/o/${encodeURIComponent(key)}?alt=media`
  const headers = env.STORAGE_EMULATOR_HOST ? {} : await storage.authClient.getRequestHeaders(url)
  return startDownload({ url, headers, signal, key, maxBytes, pieceMs: timing.requestMs })
}
