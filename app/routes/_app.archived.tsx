import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ArchivedPage } from '#components/sidebar/archived-page.tsx'
import { loadArchivedChats } from '#http/pages/archived-page.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction = () => [{ title: 'Archived chats · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadArchivedChats)
}

export default function ArchivedRoute() {
  return <ArchivedPage {...useLoaderData<typeof loader>()} />
}
