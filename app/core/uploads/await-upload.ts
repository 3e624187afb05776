import { AppError } from '#core/app-error.ts'
import { isDatabaseDown } from '#core/database-down.ts'
import type { Services } from '#core/services.server.ts'
import { stagedKey } from '#core/storage/blob-key.ts'
import type { Upload } from '#db/entities/upload.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteStagedObject, finishUpload } from './finish-upload.ts'
import { type UploadResult, uploadResult } from './upload-result.ts'
import { NOT_STORED } from './upload-rules.ts'

type AwaitInput = {
  /** The service's public origin, for the URLs of the result. */
  origin: string
  /** Aborted when the client has disconnected: what was staged is deleted. */
  signal: AbortSignal
}

type Outcome = Pick<Upload, 'status' | 'pathname' | 'reason'>

/** How often the row is read while waiting, in case the worker's signal is lost. */
const POLL_MS = 400

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
    // Not waited for: a store that hangs would keep the answer for 20 s more.
    void deleteStagedObject(services, { id, stagedKey: stagedKey(id) })
    throw error
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
