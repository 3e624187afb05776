import type { Bucket, File, StorageOptions } from '@google-cloud/storage'
import type { Env } from '#core/env.server.ts'
import { withDeadline } from '#core/jobs/producer.ts'
import { isBlobKey, mediaTypeOf } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'

type GcsEnv = Pick<Env, 'GOOGLE_CREDENTIALS' | 'STORAGE_EMULATOR_HOST'> & { GCS_BUCKET: string }

/** Milliseconds that one HTTP request may take. */
const REQUEST_TIMEOUT_MS = 8_000
/** Milliseconds that one call may take, its retries included. */
const CALL_DEADLINE_MS = 20_000

/**
 * The blob store in a bucket of Google Cloud Storage. The bucket may be
 * private: objects are only ever read by us. Credentials are Google's
 * application default credentials, or the JSON in `GOOGLE_CREDENTIALS`; with
 * `STORAGE_EMULATOR_HOST` there are none.
 */
export function createGcsBlobStore(env: GcsEnv): BlobStore {
  let bucket: Promise<Bucket> | undefined

  // The client costs 25 MB and a fifth of a second: loaded when first used.
  function openBucket(): Promise<Bucket> {
    bucket ??= import('@google-cloud/storage').then(({ Storage, IdempotencyStrategy }) =>
      new Storage(clientOptions(env, IdempotencyStrategy.RetryAlways)).bucket(env.GCS_BUCKET),
    )
    return bucket
  }

  async function openFile(key: string): Promise<File> {
    if (!isBlobKey(key)) throw new Error(`Not a key of the blob store: ${JSON.stringify(key)}`)
    return (await openBucket()).file(key)
  }

  return {
    async put(key, body) {
      const file = await openFile(key)
      const saved = file.save(body, {
        // One request, so that the object is there whole or not at all.
        resumable: false,
        validation: 'crc32c',
        timeout: REQUEST_TIMEOUT_MS,
        metadata: { contentType: mediaTypeOf(key), cacheControl: 'private, max-age=0' },
      })
      await withinDeadline(saved, 'store')
    },

    async get(key, { maxBytes }) {
      return withinDeadline(download(await openFile(key), maxBytes), 'read')
    },

    async delete(key) {
      await withinDeadline((await openFile(key)).delete({ ignoreNotFound: true }), 'delete')
    },

    async list(prefix, { from, limit }) {
      const query = {
        prefix,
        maxResults: limit,
        autoPaginate: false,
        fields: 'items(name,updated)',
        ...(from && { startOffset: from }),
      }
      const [files] = await withinDeadline((await openBucket()).getFiles(query), 'list')
      return files.map(({ name, metadata }) => ({
        key: name,
        updatedAt: new Date(metadata.updated ?? 0).toISOString(),
      }))
    },

    async check() {
      // Not `bucket.exists()`: that needs a permission which a role for objects lacks.
      const query = { prefix: 'staging/', maxResults: 1, autoPaginate: false }
      await withinDeadline((await openBucket()).getFiles(query), 'list')
    },
  }
}

function clientOptions(
  env: GcsEnv,
  idempotencyStrategy: NonNullable<StorageOptions['retryOptions']>['idempotencyStrategy'],
): StorageOptions {
  return {
    timeout: REQUEST_TIMEOUT_MS,
    retryOptions: {
      autoRetry: true,
      maxRetries: 3,
      maxRetryDelay: 4,
      totalTimeout: CALL_DEADLINE_MS / 1_000,
      // A key is written by one job and always with the same bytes, so a
      // request whose answer was lost can be sent again.
      ...(idempotencyStrategy !== undefined && { idempotencyStrategy }),
    },
    ...(env.GOOGLE_CREDENTIALS && { credentials: JSON.parse(env.GOOGLE_CREDENTIALS) }),
    ...(env.STORAGE_EMULATOR_HOST && { apiEndpoint: env.STORAGE_EMULATOR_HOST }),
  }
}

async function download(file: File, maxBytes: number): Promise<Buffer | null> {
  const stream = file.createReadStream({ decompress: false })
  const timer = setTimeout(() => stream.destroy(new Error('deadline')), CALL_DEADLINE_MS)
  try {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of stream) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`Object ${file.name} has over ${maxBytes} bytes.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks, size)
  } catch (error) {
    if ((error as { code?: unknown }).code === 404) return null
    throw error
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
}

function withinDeadline<T>(call: Promise<T>, verb: string): Promise<T> {
  return withDeadline(call, CALL_DEADLINE_MS, `Cloud Storage did not ${verb} in time.`)
}
