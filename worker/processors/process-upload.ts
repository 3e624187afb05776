import type { BaseServices } from '#core/base-services.ts'
import { createImageKey } from '#core/storage/blob-key.ts'
import { deleteStagedObject, finishUpload } from '#core/uploads/finish-upload.ts'
import {
  ImageRejected,
  type NormalisedImage,
  normaliseImage,
} from '#core/uploads/normalise-image.ts'
import { MAX_UPLOAD_BYTES } from '#core/uploads/upload-rules.ts'
import { Upload } from '#db/entities/upload.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { createHeavyLine } from '../heavy-line.ts'
import { JobPutOff } from '../job-put-off.ts'
import type { Processor } from './processor.ts'

const heavyLine = createHeavyLine()

/**
 * Checks a staged image, stores it without its metadata, and records the outcome
 * in the upload's row. Safe to run twice: the row has the final key before
 * anything is stored under it, and only one run can end the upload.
 *
 * Jobs with heavy images have half of the worker's places at most.
 */
export const processUpload: Processor<'process-upload'> = async (
  services,
  { uploadId },
  { log, isLastAttempt, signal },
) => {
  const em = services.orm.em.fork()
  const upload = await em.findOne(Upload, { id: uploadId })
  if (upload?.status !== 'staged') {
    heavyLine.leave(uploadId)
    if (upload) await deleteStagedObject(services, upload)
    return
  }
  heavyLine.assertNext({ id: uploadId, places: placesOf(services) })
  try {
    const image = await readImage(services, upload)
    signal.throwIfAborted()
    await storeImage(services, em, upload, image)
  } catch (error) {
    if (error instanceof JobPutOff) throw error
    if (!(error instanceof ImageRejected)) {
      const reason = 'The image could not be stored. Try again later.'
      if (isLastAttempt) await finishUpload(em, uploadId, { status: 'failed', reason })
      throw error
    }
    log.info({ err: error, uploadId }, 'image refused')
    await finishUpload(em, uploadId, { status: 'rejected', reason: error.message })
  } finally {
    await services.signals.publish(em, `upload:${uploadId}`)
  }
  await deleteStagedObject(services, upload)
}

function placesOf({ env }: BaseServices): number {
  return Math.max(1, Math.floor(env.INTERACTIVE_JOBS / 2))
}

async function readImage(
  services: BaseServices,
  { id, stagedKey }: Upload,
): Promise<NormalisedImage> {
  const bytes = await services.blobs.get(stagedKey, { maxBytes: MAX_UPLOAD_BYTES })
  if (!bytes) throw new Error(`The staged object ${stagedKey} is missing.`)
  const job = { id, places: placesOf(services) }
  return normaliseImage(bytes, (decode) => heavyLine.run(job, decode))
}

async function storeImage(
  services: BaseServices,
  em: EntityManager,
  upload: Upload,
  image: NormalisedImage,
) {
  const pathname = await choosePathname(em, upload, image)
  if (!pathname) return
  await services.blobs.put(pathname, image.bytes)
  const hasStored = await finishUpload(em, upload.id, {
    status: 'stored',
    contentType: image.type,
    size: image.bytes.byteLength,
  })
  if (hasStored) return
  // The upload has ended meanwhile: by another run, which has stored the same
  // object, or by the web process, which has told the user that nothing is kept.
  const current = await em.fork().findOne(Upload, { id: upload.id })
  if (current?.status !== 'stored') await services.blobs.delete(pathname)
}

/** Chooses the final key, the same for all runs; undefined when the upload has ended. */
async function choosePathname(
  em: EntityManager,
  { id, filename }: Upload,
  { type }: NormalisedImage,
) {
  const chosen = await kysely(em)
    .updateTable('Upload')
    .set(({ fn, val }) => ({
      pathname: fn.coalesce('pathname', val(createImageKey(filename, type))),
    }))
    .where('id', '=', id)
    .where('status', '=', 'staged')
    .returning('pathname')
    .executeTakeFirst()
  return chosen?.pathname
}
