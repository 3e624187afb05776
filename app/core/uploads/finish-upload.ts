import type { Services } from '#core/services.server.ts'
import { Upload } from '#db/entities/upload.ts'
import type { EntityManager } from '#db/orm.ts'

type Ending =
  | { status: 'stored'; contentType: string; size: number }
  | { status: 'rejected' | 'failed'; reason: string }

/**
 * Ends an upload. The status of a row changes only once, in one statement: when
 * the worker stores an image at the moment at which the web process stops
 * waiting for it, one of the two comes first and the other learns of it.
 *
 * @returns whether this call ended the upload; false when it had ended before
 */
export async function finishUpload(
  em: EntityManager,
  id: string,
  ending: Ending,
): Promise<boolean> {
  const updated = await em.nativeUpdate(Upload, { id, status: 'staged' }, ending)
  return updated > 0
}

/** Deletes the staged bytes of an upload. Never rejects: if it fails, the clean-up job deletes them later. */
export async function deleteStagedObject(
  { blobs, log }: Pick<Services, 'blobs' | 'log'>,
  { id, stagedKey }: Pick<Upload, 'id' | 'stagedKey'>,
): Promise<void> {
  await blobs
    .delete(stagedKey)
    .catch((err: unknown) => log.warn({ err, uploadId: id }, 'staged object left to the clean-up'))
}
