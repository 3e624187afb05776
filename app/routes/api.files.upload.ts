import { awaitUpload } from '#core/uploads/await-upload.ts'
import { stageUpload } from '#core/uploads/stage-upload.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readUpload } from '#http/requests/read-upload.ts'

/** POST /api/files/upload takes an image for a chat message (docs/interface.md, "Uploads"). */
const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'uploads',
    async handle({ request, context, em, session, hold }) {
      const { services, origin, requestId } = context
      const id = await stageUpload(services, em, {
        ...(await readUpload(request, hold)),
        userId: session.user.id,
        requestId,
      })
      // The worker reads what was staged: whoever waits for it holds no bytes here.
      hold.release()
      const result = await awaitUpload(services, em, id, { origin, signal: context.leaveSignal() })
      return Response.json(result)
    },
  }),
})

export { action, loader }
