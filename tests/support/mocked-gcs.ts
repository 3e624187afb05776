import { generateKeyPairSync } from 'node:crypto'
import { HttpResponse, http } from 'msw'
import type { SetupServer } from 'msw/node'
import type { ServiceAccountKey } from '#core/env-variable.ts'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { createGcsBlobStore } from '#core/storage/gcs-blob-store.ts'
import type { GcsTiming } from '#core/storage/gcs-retries.ts'
import { GOOGLE_ANSWERS } from './fake-gcs-answers.ts'
import { createFakeBucket, type FakeBucket } from './fake-gcs-bucket.ts'

const BUCKET = 'test-bucket'

/** The access token that Google's authorization server gives in these tests. */
const TOKEN = 'test-token'

/** A service account's key as `GOOGLE_CREDENTIALS` has it; it opens nothing. */
const CREDENTIALS: ServiceAccountKey = {
  type: 'service_account',
  client_email: 'test@test.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
}

/**
 * Opens a blob store whose requests to Cloud Storage, at its real address, are
 * answered in the process of the test (see `createFakeBucket`). A request
 * without the token of Google's authorization server is refused.
 */
export function openMockedGcsStore(
  network: SetupServer,
  timing?: GcsTiming,
): { bucket: FakeBucket; store: BlobStore } {
  const bucket = createFakeBucket(BUCKET, GOOGLE_ANSWERS)
  network.use(
    http.post('https://oauth2.googleapis.com/token', () =>
      HttpResponse.json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3_600 }),
    ),
    http.all('https://storage.googleapis.com/*', async ({ request }) => {
      if (request.headers.get('authorization') !== `Bearer ${TOKEN}`) {
        return HttpResponse.json({ error: { code: 401, message: 'No token' } }, { status: 401 })
      }
      const { status, headers, body } = await bucket.answer({
        method: request.method,
        url: new URL(request.url),
        contentType: request.headers.get('content-type') ?? '',
        body: Buffer.from(await request.arrayBuffer()),
      })
      return new HttpResponse(body && new Uint8Array(body), { status, headers })
    }),
  )
  const env = {
    GCS_BUCKET: BUCKET,
    GOOGLE_CREDENTIALS: CREDENTIALS,
    STORAGE_EMULATOR_HOST: undefined,
  }
  return { bucket, store: createGcsBlobStore(env, timing) }
}
