import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DiffPage } from '#components/documents/diff/diff-page.tsx'
import { loadDiffPage } from '#http/pages/document/load-diff-page.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Compare versions of ${data.to.title} · Parley` : 'Parley' },
]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadDiffPage)
}

export default function DiffRoute() {
  return <DiffPage {...useLoaderData<typeof loader>()} />
}
