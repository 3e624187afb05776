import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { DocumentPage } from '#components/documents/document-page.tsx'
import { loadDocumentPage, runDocumentAction } from '#http/pages/document-page.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · Parley` : 'Parley' },
]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadDocumentPage)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, runDocumentAction)
}

export default function DocumentRoute() {
  const failure = useActionData<typeof action>()
  const message = failure && 'message' in failure ? failure.message : undefined
  return <DocumentPage document={useLoaderData<typeof loader>()} failure={message} />
}
