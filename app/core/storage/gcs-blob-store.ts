import type { Bucket } from '@google-cloud/storage'
import type { Env } from '#core/env.server.ts'
import type { ServiceAccountKey } from '#core/env-variable.ts'
import { assertBlobKey, mediaTypeOf } from './blob-key.ts'
import type { BlobStore } from './blob-store.ts'
import { startDownload } from './gcs-download.ts'
import { GCS_TIMING, type GcsTiming, untilAborted, withRetries } from './gcs-retries.ts'
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
  function open(): Promise<Bucket> {
    opened ??= openBucket(env, timing)
    return opened
  }

  function request<T>(send: () => Promise<T>): Promise<T> {
    return withRetries(timing, (signal) => untilAborted(signal, send()))
  }

  async function openFile(key: string) {
    assertBlobKey(key)
    return (await open()).file(key)
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
      await request(() => file.save(body, options))
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
      await request(() => file.delete({ ignoreNotFound: true }))
    },

    async list(prefix, { from, limit }) {
      const bucket = await open()
      const query = {
        prefix,
        maxResults: limit,
        autoPaginate: false,
        ...(from && { startOffset: from }),
      }
      const [files] = await request(() => bucket.getFiles(query))
      // The limit again: Google's emulator does not know `maxResults`.
      return files.slice(0, limit).map(({ name, metadata }) => ({
        key: name,
        updatedAt: new Date(metadata.updated ?? 0).toISOString(),
      }))
    },
  }
}

async function openBucket(env: GcsEnv, timing: GcsTiming): Promise<Bucket> {
  const { Storage } = await import('@google-cloud/storage')
  const storage = new Storage({
    timeout: timing.requestMs,
    // gcs-retries.ts tries again instead: the client waits two seconds and more before
    // its first retry, and at times switches retries off for all its calls.
    retryOptions: { autoRetry: false, maxRetries: 0 },
    ...(env.GOOGLE_CREDENTIALS && { authClient: await signIn(env.GOOGLE_CREDENTIALS) }),
    ...(env.STORAGE_EMULATOR_HOST && { apiEndpoint: env.STORAGE_EMULATOR_HOST }),
  })
  // The client reads STORAGE_EMULATOR_HOST by itself too, and then leaves out the
  // path of the API, without which neither Google nor its emulator answers.
  storage.baseUrl = `${storage.apiEndpoint}/storage/v1`
  return storage.bucket(env.GCS_BUCKET)
}

const SCOPE = 'https://www.googleapis.com/auth/devstorage.read_write'

/**
 * Signs in with the key of a service account. The client would take its JSON,
 * but warns on the console that it does not check what the JSON is.
 */
async function signIn({ client_email, private_key }: ServiceAccountKey) {
  const { JWT } = await import('google-auth-library')
  return new JWT({ email: client_email, key: private_key, scopes: [SCOPE] })
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
