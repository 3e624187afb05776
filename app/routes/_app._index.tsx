import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ChatPage } from '#components/chat/chat-page.tsx'
import { MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import { runChatAction } from '#http/pages/chat-actions.ts'
import { chosenModel } from '#http/pages/chat-page.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'

export const meta: MetaFunction = () => [{ title: 'New chat · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ context, request }) => {
    await requirePageSession(context, request)
    return { model: chosenModel(request) }
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, (page) => runChatAction(page, randomUUID()), {
    maxBytes: MAX_TEXT_LENGTH * 4,
  })
}

/**
 * Exported as it is, without a component around it: `/` and `/chat/:chatId` then
 * render the same one, and React keeps the conversation on the page when its
 * first message moves it from one address to the other.
 */
export default ChatPage
