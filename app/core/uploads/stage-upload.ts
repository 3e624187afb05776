import { randomUUID } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import type { Services } from '#core/services.server.ts'
import { toStorableText } from '#core/storable-text.ts'
import { stagedKey } from '#core/storage/blob-key.ts'
import { Upload } from '#db/entities/upload.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteStagedObject, finishUpload } from './finish-upload.ts'
import { assertImageType, NOT_STORED } from './upload-rules.ts'

type StageInput = {
  userId: string
  filename: string
  declaredType: string
  bytes: Buffer
  requestId: string
}

/**
 * Stages an image in the private part of the blob store and enqueues the job
 * that checks and stores it. The caller need not keep the bytes afterwards.
 *
 * @returns the upload's id, for `awaitUpload`
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
      size: input.bytes.byteLength,
    })
    await enqueue(services, em, id, input)
    return id
  } catch (error) {
    // Not waited for: a store that hangs would keep the answer for 20 s more.
    void deleteStagedObject(services, { id, stagedKey: stagedKey(id) })
    throw error
  }
}

async function enqueue(
  services: Services,
  em: EntityManager,
  uploadId: string,
  { userId, requestId }: StageInput,
) {
  try {
    const payload = { uploadId, userId, requestId }
    await services.jobs.enqueue('process-upload', `upload-${uploadId}`, payload)
  } catch (cause) {
    const reason = 'The queue does not answer, so the image was not stored. Try again later.'
    await finishUpload(em, uploadId, { status: 'failed', reason })
    throw new AppError('upload-failed', reason, { cause })
  }
}
