import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ChatPage } from '#components/chat/chat-page.tsx'
import { MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import { runChatAction } from '#http/pages/chat-actions.ts'
import { chosenModel } from '#http/pages/chosen-model.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'

export const meta: MetaFunction = () => [{ title: 'New chat · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async () => {
    await requirePageSession(args.context, args.request)
    return { model: chosenModel(args.request) }
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, (page) => runChatAction(page, randomUUID()), {
    maxBytes: MAX_TEXT_LENGTH * 4,
  })
}

/**
 * The component itself, not one around it: `/` and `/chat/:chatId` have the same,
 * so React keeps the conversation when its first message gives it an address.
 */
export default ChatPage
