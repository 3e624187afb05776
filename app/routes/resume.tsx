import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { AccountPage } from '#components/account/account-page.tsx'
import { CredentialsForm } from '#components/account/credentials-form.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { MAX_DRAFT_BYTES } from '#http/pages/message-draft.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { loadLoginPage } from '#http/pages/sign-in-page.ts'

export const meta: MetaFunction = () => [{ title: 'Your session has ended · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  if (args.request.method === 'GET' && !new URL(args.request.url).search) {
    throw redirect(paths.login(), 303)
  }
  return loadLoginPage(args)
}

/** Takes the message of a form whose session has ended; nothing of it is stored. */
export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ form }) =>
      data({ text: form.text ?? '' }, { status: 401, headers: { 'Cache-Control': 'no-store' } }),
    { limit: 'sign-in', maxBytes: MAX_DRAFT_BYTES },
  )
}

/** Signs in with a message that was written before, and that the page keeps. */
export default function ResumePage() {
  const { redirectTo, admission } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  const text = (sent && ('text' in sent ? sent.text : sent.values.text)) ?? ''
  const target = redirectTarget(redirectTo)
  return (
    <AccountPage title="Your session has ended">
      <p className="note">Sign in, and your message is there again.</p>
      <CredentialsForm
        action="/login"
        submitLabel="Sign in"
        redirectTo={target}
        text={text}
        password={{ autoComplete: 'current-password' }}
        failure={undefined}
      />
      {admission.guests && target === '/' && <GuestForm redirectTo={target} text={text} />}
    </AccountPage>
  )
}
