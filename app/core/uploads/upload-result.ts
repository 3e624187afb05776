import { z } from 'zod'
import { imageTypeOf } from '#core/storage/blob-key.ts'

/** The answer to an upload, in the form of the blob storage that existing clients know. */
export const uploadResultSchema = z.object({
  url: z.url().describe('Where the image is served; usable as an image part of a chat message.'),
  downloadUrl: z.url().describe('The same image, served for saving.'),
  pathname: z.string().describe('The key of the image in the blob store.'),
  contentType: z.enum(['image/jpeg', 'image/png']),
  contentDisposition: z.string(),
})

export type UploadResult = z.infer<typeof uploadResultSchema>

/**
 * Makes the answer to an upload.
 *
 * @param origin the service's public origin
 * @param pathname the key of the stored image
 */
export function uploadResult(origin: string, pathname: string): UploadResult {
  const url = `${origin}/${pathname}`
  return {
    url,
    downloadUrl: `${url}?download=1`,
    pathname,
    contentType: imageTypeOf(pathname),
    contentDisposition: contentDisposition(pathname),
  }
}

/** The `Content-Disposition` of a stored image; its name is ASCII, so no encoding is needed. */
export function contentDisposition(pathname: string, download = false): string {
  const name = pathname.replace(/^uploads\/[0-9a-f]+-/, '')
  return `${download ? 'attachment' : 'inline'}; filename="${name}"`
}
