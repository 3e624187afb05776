import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DeleteAccountPage } from '#components/settings/delete-account-page.tsx'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { enforceUserLimit } from '#http/limits/enforce-limit.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { pageLoader } from '#http/pages/page-loader.ts'
import { renewedCookieHeaders, requirePageSession } from '#http/pages/page-session.ts'
import { deleteAccountAction } from '#http/pages/settings/delete-account-action.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

export const meta: MetaFunction = () => [{ title: 'Delete your account · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context }) => {
    const session = await requirePageSession(context, request)
    requireBrowserSession(session)
    return data({ email: session.user.email }, { headers: renewedCookieHeaders(session, context) })
  })
}

export function action(args: ActionFunctionArgs) {
  return pageAction(args, async (page) => {
    const session = await requirePageSession(page.context, page.request)
    await enforceUserLimit(page.context, 'writes', session.user.id)
    return deleteAccountAction(page, session)
  })
}

export default function DeleteAccountRoute() {
  const failure = useFormAnswer<typeof action>()
  return <DeleteAccountPage {...useLoaderData<typeof loader>()} failure={failure} />
}
