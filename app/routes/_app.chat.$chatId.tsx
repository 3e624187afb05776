import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import type { ShouldRevalidateFunction } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { ChatPage, currentTitle } from '#components/chat/chat-page.tsx'
import { sharedChatMeta } from '#components/chat/shared-chat-meta.ts'
import type { AppFrameData } from '#components/sidebar/app-frame.tsx'
import { MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import { runChatAction } from '#http/pages/chat-actions.ts'
import { chatIdOf, loadChatPage } from '#http/pages/chat-page.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  const frame = matches.find(({ id }) => id === 'routes/_app')?.data as AppFrameData | undefined
  if (!data) return [{ title: 'Parley' }]
  const title = currentTitle(data, frame)
  return [{ title: `${title} · Parley` }, ...(data.url ? sharedChatMeta(title, data.url) : [])]
}

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadChatPage)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, (page) => runChatAction(page, chatIdOf(page.params)), {
    maxBytes: MAX_TEXT_LENGTH * 4,
  })
}

/** The page keeps the conversation by itself, so that it is loaded again only after a form of its own. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formMethod,
  formAction,
}) =>
  currentParams.chatId !== nextParams.chatId ||
  (nextUrl.searchParams.has('message') && currentUrl.search !== nextUrl.search) ||
  (formMethod !== undefined && !formAction?.startsWith(paths.document('')))

/**
 * Exported as it is, without a component around it: `/` and `/chat/:chatId` then
 * render the same one, and React keeps the conversation on the page when its
 * first message moves it from one address to the other.
 */
export default ChatPage
