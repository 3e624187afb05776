import { z } from 'zod'
import { resumeReply } from '#core/chat/open-reply.ts'
import { stopReply } from '#core/chat/stop-reply.ts'
import { type ApiArgs, apiRoute, endpoint, parse } from '#http/api-route.ts'
import { replyResponse } from '#http/reply-response.ts'

const path = z.object({ chatId: z.uuid({ error: 'must be the UUID of a chat' }).toLowerCase() })

function input({ params, session }: Pick<ApiArgs, 'params' | 'session'>) {
  return { ...parse(path, params, 'invalid', 'path parameter'), userId: session.user.id }
}

/** Resumes the running reply from its start; 204 when none is running. */
const get = endpoint({
  async handle(args) {
    const { request, context } = args
    const reply = await resumeReply(context, input(args), request.signal)
    return reply ? replyResponse(request, context, reply) : new Response(null, { status: 204 })
  },
})

/** Stops the running reply; what was written is stored. */
const remove = endpoint({
  async handle(args) {
    await stopReply(args.context, input(args))
    return new Response(null, { status: 204 })
  },
})

const { loader, action } = apiRoute({ GET: get, DELETE: remove })

export { action, loader }
