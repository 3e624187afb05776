import { AppError } from '#core/app-error.ts'
import { imageKey } from '#core/storage/blob-key.ts'
import { MAX_IMAGE_BYTES } from '#core/uploads/upload-rules.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { clientHasImage, imageResponse, notModified } from '#http/responses/image-response.ts'

/**
 * GET /uploads/:name serves an uploaded image to whoever has its unguessable
 * address (docs/decisions/0010-images-are-served-by-us.md).
 */
const { loader, action } = apiRoute({
  GET: publicEndpoint({
    async handle({ request, params, context }) {
      const key = imageKey(params.name ?? '')
      if (key && clientHasImage(request, key)) return notModified(key)
      const blob = key && (await context.services.blobs.open(key, { maxBytes: MAX_IMAGE_BYTES }))
      if (!key || !blob) throw new AppError('not-found', 'There is no image at this address.')
      return imageResponse({ request, context }, key, blob)
    },
  }),
})

export { action, loader }
