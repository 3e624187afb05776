import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData } from '@remix-run/react'
import { AppFrame } from '#components/sidebar/app-frame.tsx'
import { loadAppFrame } from '#http/pages/app-frame.ts'
import { pageLoader } from '#http/pages/page-loader.ts'

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadAppFrame)
}

export default function AppLayout() {
  return (
    <AppFrame {...useLoaderData<typeof loader>()}>
      <Outlet />
    </AppFrame>
  )
}
