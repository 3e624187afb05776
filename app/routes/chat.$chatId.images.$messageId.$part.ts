import { AppError } from '#core/app-error.ts'
import { parseMessageImagePath } from '#core/chat/message-image-path.ts'
import { readMessageImage } from '#core/chat/read-message-image.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { getPageSession } from '#http/pages/page-session.ts'
import { messageImageResponse } from '#http/responses/image-response.ts'

/**
 * GET /chat/:chatId/images/:messageId/:part serves an image that a message holds
 * as a data URL to whoever may read the chat, so that its page need not hold it.
 */
const { loader, action } = apiRoute({
  GET: publicEndpoint({
    async handle({ request, context, em }) {
      const place = parseMessageImagePath(new URL(request.url).pathname)
      const session = place && (await getPageSession(context, request))
      const userId = session?.user.id ?? null
      const image =
        place && (await readMessageImage(em, { ...place, userId, reader: userId ?? context.ip }))
      if (!image) throw new AppError('not-found', 'There is no image at this address.')
      return messageImageResponse({ request, context }, image)
    },
  }),
})

export { action, loader }
