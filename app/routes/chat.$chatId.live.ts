import type { LoaderFunctionArgs } from '@remix-run/node'
import { readTheme } from '#app/theme.ts'
import { renderLiveReply } from '#components/live-reply/live-reply.server.tsx'
import { resumeReply } from '#core/replies/open-reply.ts'
import { chatIdOf } from '#http/pages/chat-page.ts'
import { htmlStream } from '#http/pages/html-stream.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'

/**
 * Sends the reply that is being written as a document that grows; the chat page
 * shows it in a frame where there is no JavaScript.
 */
export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, params, context }) => {
    const { user } = await requirePageSession(context, request)
    const chatId = chatIdOf(params)
    const reply = await resumeReply(context, { chatId, userId: user.id }, context.leaveSignal())
    const theme = readTheme(request.headers.get('cookie'))
    return htmlStream(context, renderLiveReply(chatId, reply?.batches ?? null, theme))
  })
}
