import { uploadImage } from '#core/uploads/upload-image.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readUpload } from '#http/read-upload.ts'

/** POST /api/files/upload (contract §4). */
const { loader, action } = apiRoute({
  POST: endpoint({
    async handle({ request, context, em, session }) {
      const file = await readUpload(request)
      const result = await uploadImage(context.parts, em, {
        ...file,
        userId: session.user.id,
        origin: context.origin,
        requestId: context.requestId,
        signal: request.signal,
      })
      return Response.json(result)
    },
  }),
})

export { action, loader }
