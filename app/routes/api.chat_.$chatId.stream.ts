import { chatPath } from '#core/chat/chat-schema.ts'
import { resumeReply } from '#core/replies/open-reply.ts'
import { stopReply } from '#core/replies/stop-reply.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { resumedReplyResponse } from '#http/reply-response.ts'

/** Resumes the running reply from its start; 204 when none is running. */
const get = endpoint({
  params: chatPath,
  async handle({ request, context, params: { chatId }, session }) {
    const input = { chatId, userId: session.user.id }
    const reply = await resumeReply(context, input, context.leaveSignal())
    return reply
      ? resumedReplyResponse(request, context, reply)
      : new Response(null, { status: 204 })
  },
})

/** Stops the running reply; what was written of it is stored. */
const remove = endpoint({
  params: chatPath,
  async handle({ context, params: { chatId }, session }) {
    await stopReply(context, { chatId, userId: session.user.id })
    return new Response(null, { status: 204 })
  },
})

const { loader, action } = apiRoute({ GET: get, DELETE: remove })

export { action, loader }
