import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData, useRouteError } from '@remix-run/react'
import { documentPageTitle } from '#components/documents/page-title.ts'
import { ChatDocument, ChatDocumentError } from '#components/documents/pane/chat-document.tsx'
import { loadChatDocument } from '#http/pages/document/load-chat-document.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: documentPageTitle(data) }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadChatDocument)
}

export default function ChatDocumentRoute() {
  return <ChatDocument {...useLoaderData<typeof loader>()} />
}

/** A fault of the document leaves the chat beside it alone. */
export function ErrorBoundary() {
  return <ChatDocumentError error={useRouteError()} />
}
