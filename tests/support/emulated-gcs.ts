import { http, passthrough } from 'msw'
import type { SetupServer } from 'msw/node'
import { onTestFinished, vi } from 'vitest'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { createGcsBlobStore } from '#core/storage/gcs-blob-store.ts'
import type { GcsTiming } from '#core/storage/gcs-retries.ts'
import { type FakeGcs, startFakeGcs } from './fake-gcs.ts'

/**
 * Opens a blob store in an emulator of Cloud Storage, until the end of the test.
 * `STORAGE_EMULATOR_HOST` is set for the process too: Google's client reads it by itself.
 */
export async function openEmulatedGcsStore(
  network: SetupServer,
  timing?: GcsTiming,
): Promise<{ bucket: FakeGcs; store: BlobStore }> {
  const bucket = await startFakeGcs()
  onTestFinished(() => bucket.close())
  network.use(http.all(`${bucket.url}/*`, () => passthrough()))
  vi.stubEnv('STORAGE_EMULATOR_HOST', bucket.url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const env = {
    GCS_BUCKET: 'test-bucket',
    GOOGLE_CREDENTIALS: undefined,
    STORAGE_EMULATOR_HOST: bucket.url,
  }
  return { bucket, store: createGcsBlobStore(env, timing) }
}
