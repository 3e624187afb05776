import { awaitUpload, stageUpload } from '#core/uploads/upload-image.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { takeUpload } from '#http/requests/read-upload.ts'

/** POST /api/files/upload (contract §4). */
const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'uploads',
    async handle({ request, context, em, session }) {
      const { services, origin, requestId } = context
      const id = await takeUpload(request, (file) =>
        stageUpload(services, em, { ...file, userId: session.user.id, requestId }),
      )
      const result = await awaitUpload(services, em, id, { origin, signal: request.signal })
      return Response.json(result)
    },
  }),
})

export { action, loader }
