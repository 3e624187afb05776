import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { isMac } from '#components/shortcuts/shortcut-keys.tsx'
import { ShortcutsPage } from '#components/shortcuts/shortcuts-page.tsx'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'

export const meta: MetaFunction = () => [{ title: 'Keyboard shortcuts · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context }) => {
    await requirePageSession(context, request)
    return { mac: isMac(request.headers.get('User-Agent') ?? '') }
  })
}

export default function ShortcutsRoute() {
  return <ShortcutsPage {...useLoaderData<typeof loader>()} />
}
