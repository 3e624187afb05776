import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ChatOptionsPage } from '#components/chat/chat-options-page.tsx'
import { loadChatOptions } from '#http/pages/chat-page.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Options of ${data.title} · Parley` : 'Parley' },
]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadChatOptions)
}

export default function ChatOptionsRoute() {
  return <ChatOptionsPage chat={useLoaderData<typeof loader>()} />
}
