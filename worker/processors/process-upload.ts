import type { Services } from '#core/services.server.ts'
import { createImageKey } from '#core/storage/blob-key.ts'
import { finishUpload } from '#core/uploads/finish-upload.ts'
import {
  ImageRejected,
  type NormalisedImage,
  normaliseImage,
} from '#core/uploads/normalise-image.ts'
import { MAX_UPLOAD_BYTES } from '#core/uploads/upload-rules.ts'
import { Upload } from '#db/entities/upload.ts'
import type { EntityManager } from '#db/orm.ts'
import type { Processor } from './processor.ts'

/**
 * Checks a staged image, stores it anew without its metadata, and says so in
 * the upload's row. Safe to run twice: the final key is in the row before
 * anything is written under it, and only one run can end the upload.
 */
export const processUpload: Processor<'process-upload'> = async (
  services,
  { uploadId },
  { log, isLastAttempt, signal },
) => {
  const em = services.orm.em.fork()
  const upload = await em.findOne(Upload, { id: uploadId })
  if (!upload) return
  if (upload.status !== 'staged') return removeStaged(services, upload)
  try {
    const image = await readImage(services, upload)
    signal.throwIfAborted()
    await storeImage(services, em, upload, image)
  } catch (error) {
    const rejected = error instanceof ImageRejected
    if (!rejected && !isLastAttempt) throw error
    if (rejected) log.info({ err: error, uploadId }, 'image refused')
    await finishUpload(em, uploadId, {
      status: rejected ? 'rejected' : 'failed',
      reason: rejected ? error.message : 'The image could not be stored. Try again later.',
    })
    if (!rejected) throw error
  } finally {
    await services.signals.publish(em, `upload:${uploadId}`)
  }
  await removeStaged(services, upload)
}

async function readImage(services: Services, { stagedKey }: Upload): Promise<NormalisedImage> {
  const bytes = await services.blobs.get(stagedKey, { maxBytes: MAX_UPLOAD_BYTES })
  if (!bytes) throw new Error(`The staged object ${stagedKey} is missing.`)
  return normaliseImage(bytes)
}

async function storeImage(
  services: Services,
  em: EntityManager,
  upload: Upload,
  image: NormalisedImage,
) {
  const pathname = await claimPathname(em, upload, image)
  if (!pathname) return
  await services.blobs.put(pathname, image.bytes)
  const won = await finishUpload(em, upload.id, {
    status: 'stored',
    contentType: image.type,
    size: image.bytes.byteLength,
  })
  if (won) return
  // Ended meanwhile: by another run, which stored the same object, or by the
  // web process, which gave up and promised that nothing is kept.
  const now = await em.fork().findOne(Upload, { id: upload.id })
  if (now?.status !== 'stored') await services.blobs.delete(pathname)
}

/** Decides the final key once for all runs; undefined when the upload has ended. */
async function claimPathname(
  em: EntityManager,
  { id, filename }: Upload,
  { type }: NormalisedImage,
) {
  const [row] = await em.execute<{ pathname: string }[]>(
    `update upload set pathname = coalesce(pathname, ?)
      where id = ? and status = 'staged' returning pathname`,
    [createImageKey(filename, type), id],
  )
  return row?.pathname
}

async function removeStaged({ blobs, log }: Services, { id, stagedKey }: Upload) {
  await blobs
    .delete(stagedKey)
    .catch((err: unknown) => log.warn({ err, uploadId: id }, 'staged object left to the clean-up'))
}
