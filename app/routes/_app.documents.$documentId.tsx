import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { documentPageTitle } from '#components/documents/page-title.ts'
import { DocumentPage } from '#components/documents/pane/document-page.tsx'
import { SharedDocument } from '#components/documents/shared/shared-document.tsx'
import { SidebarButton } from '#components/sidebar/sidebar.tsx'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { loadReadableDocument } from '#http/pages/document/load-readable-document.ts'
import { runDocumentAction } from '#http/pages/document/run-document-action.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: documentPageTitle(data) }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadReadableDocument)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, runDocumentAction)
}

export default function DocumentRoute() {
  const failure = useFormAnswer<typeof action>()
  const message = failure && 'message' in failure ? failure.message : undefined
  const { document, shared } = useLoaderData<typeof loader>()
  if (document) return <DocumentPage document={document} failure={message} />
  return <SharedDocument key={shared.id} document={shared} before={<SidebarButton />} />
}
