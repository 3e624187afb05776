import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { LibraryPage } from '#components/library/library-page.tsx'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { loadLibrary } from '#http/pages/library/load-library.ts'
import { runLibraryAction } from '#http/pages/library/run-library-action.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { FILES_TOO_LARGE, MAX_FILES_BYTES } from '#http/requests/read-files.ts'

export const meta: MetaFunction<typeof loader> = () => [{ title: 'Documents · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, loadLibrary)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, runLibraryAction, {
    maxBytes: MAX_FILES_BYTES,
    tooLarge: FILES_TOO_LARGE,
  })
}

export default function LibraryRoute() {
  const outcome = useFormAnswer<typeof action>()
  return <LibraryPage library={useLoaderData<typeof loader>()} outcome={outcome ?? null} />
}
