import type { AttachedPart } from '../chat/chat-types.ts'
import { RefusedFile } from './attachment.ts'
import { readTextFile } from './read-text-file.ts'
import { uploadImage } from './upload-image.ts'

const IMAGE_TYPES = ['image/jpeg', 'image/png']
const MAX_IMAGE_BYTES = 5 * 1024 * 1024

/** Whether a file is sent as an image, rather than as text. */
export function isImage({ type }: File): boolean {
  return IMAGE_TYPES.includes(type)
}

/** Why a file cannot be sent, as far as that is known without reading it. */
export function reasonToRefuse(file: File): string | null {
  if (/^(image\/(?!svg)|audio\/|video\/)/.test(file.type) && !isImage(file)) {
    return `${file.name} is not a JPEG or PNG image, and no text.`
  }
  if (isImage(file) && file.size > MAX_IMAGE_BYTES) {
    return `${file.name} is larger than 5 MB. Make the image smaller.`
  }
  return file.size === 0 ? `${file.name} is empty.` : null
}

/**
 * Uploads an image, or reads a text file.
 *
 * @throws {RefusedFile} when it can never be sent
 * @throws {Error} in words for the page, when it may be tried again
 */
export function prepareFile(
  file: File,
  options: { onProgress(percent: number): void; signal: AbortSignal },
): Promise<AttachedPart> {
  return isImage(file) ? uploadImage(file, options) : readText(file)
}

async function readText(file: File): Promise<AttachedPart> {
  try {
    return { type: 'text', text: await readTextFile(file) }
  } catch (error) {
    throw error instanceof RefusedFile
      ? error
      : new RefusedFile(`${file.name} cannot be read. If it is a folder, attach the files in it.`)
  }
}
