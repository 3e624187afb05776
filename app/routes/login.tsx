import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from '#components/account/account-page.tsx'
import { CredentialsForm } from '#components/account/credentials-form.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { createFormAuthenticator, loadLoginPage } from '#http/pages/sign-in-page.ts'
import { signedInRedirect } from '#http/sessions/session-response.ts'

export const meta: MetaFunction = () => [{ title: 'Sign in · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return loadLoginPage(args)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ request, context, em, form }) => {
      const signedIn = await createFormAuthenticator(em, context).authenticate('login', request)
      return signedInRedirect(signedIn, redirectTarget(form.redirectTo), context)
    },
    { limit: 'sign-in' },
  )
}

export default function LoginPage() {
  const { redirectTo, isGuest, admission } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const target = redirectTarget(failure?.values.redirectTo, redirectTo)
  return (
    <AccountPage title="Sign in">
      {isGuest && (
        <p className="text-sm text-muted">
          You are a guest now. The chats that you have written move into your account.
        </p>
      )}
      <CredentialsForm
        action="/login"
        submitLabel="Sign in"
        redirectTo={target}
        password={{ autoComplete: 'current-password' }}
        failure={failure}
      />
      {!isGuest && admission.guests && <GuestForm redirectTo={target} />}
      {admission.registration && (
        <OtherFormLink question="New here?" to={paths.register(target)} label="Create an account" />
      )}
    </AccountPage>
  )
}
