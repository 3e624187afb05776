import { AppError } from '#core/app-error.ts'
import { MAX_FILE_BYTES } from '#core/library/file-kinds.ts'
import type { SentFile } from '#core/library/read-file.ts'

/** Files of one form at most. */
const MAX_FILES = 50

/** Bytes of a form with files for documents: of one that is as large as may be, with what surrounds it. */
export const MAX_FILES_BYTES = MAX_FILE_BYTES + 64 * 1024

/** Says why a form with files was not read. */
export const FILES_TOO_LARGE =
  'The files are larger than 5 MB together. Upload them one by one, or make them smaller.'

/**
 * Reads the files in the field `file` of a form that is in memory.
 *
 * @throws {AppError} invalid when there are none, or too many
 */
export async function readFiles(request: Request): Promise<SentFile[]> {
  const form = await request.formData().catch((cause: unknown) => {
    throw new AppError('invalid', 'The form could not be read. Choose the files again.', { cause })
  })
  const files = form
    .getAll('file')
    .filter((entry) => typeof entry !== 'string')
    // A field in which nothing was chosen is sent as an empty file without a name.
    .filter(({ name, size }) => name !== '' || size > 0)
  if (files.length === 0) throw new AppError('invalid', 'No file was chosen. Choose one first.')
  if (files.length > MAX_FILES) {
    throw new AppError('invalid', `Upload at most ${MAX_FILES} files at once.`)
  }
  return Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })),
  )
}
