import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { ImportPage } from '#components/import/import-page.tsx'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { IMPORT_FORM_TOO_LARGE, importForm } from '#http/pages/import-form.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { requirePageSession } from '#http/pages/page-session.ts'
import { MAX_FILES_BYTES } from '#http/requests/read-files.ts'

export const meta: MetaFunction = () => [{ title: 'Import chats · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ context, request }) => {
    await requirePageSession(context, request)
    return null
  })
}

export function action(args: ActionFunctionArgs) {
  const limits = { maxBytes: MAX_FILES_BYTES, tooLarge: IMPORT_FORM_TOO_LARGE }
  return pageAction(args, importForm, limits)
}

export default function ImportRoute() {
  const result = useFormAnswer<typeof action>()
  const isDone = result && 'imported' in result
  return (
    <ImportPage
      done={isDone ? result : null}
      problem={result && !isDone ? result.message : undefined}
    />
  )
}
