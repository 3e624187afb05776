import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SearchPage } from '#components/search/search-page.tsx'
import { pageLoader } from '#http/pages/page-loader.ts'
import { loadSearchPage } from '#http/pages/search-page.ts'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.q ? `${data.q} · Search · Parley` : 'Search · Parley' },
]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadSearchPage)
}

export default function SearchRoute() {
  return <SearchPage {...useLoaderData<typeof loader>()} />
}
