import { randomUUID } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import { isDatabaseDown } from '#core/database-down.ts'
import type { Services } from '#core/services.server.ts'
import { toStorableText } from '#core/storable-text.ts'
import { stagedKey } from '#core/storage/blob-key.ts'
import { Upload } from '#db/entities/upload.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteStagedObject, finishUpload } from './finish-upload.ts'
import { type UploadResult, uploadResult } from './upload-result.ts'
import { assertImageType } from './upload-rules.ts'

type StageInput = {
  userId: string
  filename: string
  declaredType: string
  bytes: Buffer
  requestId: string
}

type AwaitInput = {
  /** The service's public origin, for the URLs of the result. */
  origin: string
  /** Aborted when the client has disconnected: what was staged is deleted. */
  signal: AbortSignal
}

type Outcome = Pick<Upload, 'status' | 'pathname' | 'reason'>

/** How often the row is read while waiting, in case the worker's signal is lost. */
const POLL_MS = 400
const NOT_STORED = 'The image could not be stored right now. Nothing was kept; try again later.'

/**
 * Stages an image in the private part of the blob store and enqueues the job
 * that checks and stores it. The caller need not keep the bytes afterwards.
 *
 * @returns the upload's id, for {@link awaitUpload}
 * @throws {AppError} invalid when the image breaks a rule that can be told
 *   without decoding it; upload-failed when the blob store or the queue does
 *   not do its part
 */
export async function stageUpload(
  services: Services,
  em: EntityManager,
  input: StageInput,
): Promise<string> {
  assertImageType(input)
  const id = randomUUID()
  try {
    await services.blobs.put(stagedKey(id), input.bytes).catch((cause: unknown) => {
      throw new AppError('upload-failed', NOT_STORED, { cause })
    })
    const { userId, filename } = input
    await em.insert(Upload, {
      id,
      userId,
      stagedKey: stagedKey(id),
      filename: toStorableText(filename.slice(0, 255)),
    })
    await enqueue(services, em, id, input.requestId)
    return id
  } catch (error) {
    await deleteStagedObject(services, { id, stagedKey: stagedKey(id) })
    throw error
  }
}

/**
 * Waits until the worker has stored or refused a staged image, at most
 * `UPLOAD_WAIT_SECONDS`.
 *
 * @throws {AppError} invalid when the worker refused the image; upload-failed
 *   when it did not store it
 */
export async function awaitUpload(
  services: Services,
  em: EntityManager,
  id: string,
  { origin, signal }: AwaitInput,
): Promise<UploadResult> {
  try {
    const outcome = (await awaitWorker(services, em, id, signal)) ?? (await failUnfinished(em, id))
    if (outcome.status === 'stored' && outcome.pathname) {
      return uploadResult(origin, outcome.pathname)
    }
    throw new AppError(
      outcome.status === 'rejected' ? 'invalid' : 'upload-failed',
      outcome.reason ?? NOT_STORED,
    )
  } catch (error) {
    await deleteStagedObject(services, { id, stagedKey: stagedKey(id) })
    throw error
  }
}

async function enqueue(services: Services, em: EntityManager, uploadId: string, requestId: string) {
  try {
    await services.jobs.enqueue('process-upload', `upload-${uploadId}`, { uploadId, requestId })
  } catch (cause) {
    const reason = 'The queue does not answer, so the image was not stored. Try again later.'
    await finishUpload(em, uploadId, { status: 'failed', reason })
    throw new AppError('upload-failed', reason, { cause })
  }
}

function awaitWorker(services: Services, em: EntityManager, id: string, signal: AbortSignal) {
  const deadlineMs = services.env.UPLOAD_WAIT_SECONDS * 1_000
  return services.signals.waitFor(`upload:${id}`, () => findOutcome(em, id), {
    deadlineMs,
    pollMs: POLL_MS,
    signal,
  })
}

async function findOutcome(em: EntityManager, id: string): Promise<Outcome | undefined> {
  try {
    const upload = await kysely(em)
      .selectFrom('Upload')
      .select(['status', 'pathname', 'reason'])
      .where('id', '=', id)
      .executeTakeFirst()
    return upload?.status === 'staged' ? undefined : upload
  } catch (error) {
    // The database may be back before the deadline, and the image stored.
    if (isDatabaseDown(error)) return undefined
    throw error
  }
}

/** Marks the upload as failed, unless the worker has ended it meanwhile. */
async function failUnfinished(em: EntityManager, id: string): Promise<Outcome> {
  const reason =
    'No worker stored the image in time. Nothing was kept; try again later. (Is the worker running?)'
  const hasFailed = await finishUpload(em, id, { status: 'failed', reason })
  const outcome = hasFailed ? undefined : await findOutcome(em, id)
  return outcome ?? { status: 'failed', pathname: null, reason }
}
