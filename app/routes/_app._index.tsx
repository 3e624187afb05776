import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ChatPage } from '#components/chat/chat-page.tsx'
import { chatPath, MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import { lastQuestion } from '#core/chat/last-question.ts'
import { readChatInTurn } from '#http/limits/chat-turns.ts'
import { chosenModel } from '#http/pages/chat-page.ts'
import { isTemporary, runNewChatAction } from '#http/pages/new-chat-action.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'

export const meta: MetaFunction = () => [{ title: 'New chat · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ context, request, em }) => {
    const { user } = await requirePageSession(context, request)
    const from = chatPath.safeParse({ chatId: new URL(request.url).searchParams.get('from') })
    const text = from.success
      ? await readChatInTurn(context, () => lastQuestion(em, { ...from.data, userId: user.id }))
      : ''
    return {
      model: chosenModel(request),
      isTemporary: isTemporary(request),
      ...(text && { text }),
    }
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, runNewChatAction, { maxBytes: MAX_TEXT_LENGTH * 4 })
}

/**
 * Exported as it is, without a component around it: `/` and `/chat/:chatId` then
 * render the same one, and React keeps the conversation on the page when its
 * first message moves it from one address to the other.
 */
export default ChatPage
