import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from '#components/account/account-page.tsx'
import { CredentialsForm } from '#components/account/credentials-form.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { RegistrationClosed } from '#components/account/registration-closed.tsx'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { createFormAuthenticator, loadRegisterPage } from '#http/pages/sign-in-page.ts'
import { signedInRedirect } from '#http/sessions/session-response.ts'

export const meta: MetaFunction = () => [{ title: 'Create an account · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return loadRegisterPage(args)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ request, context, em, form }) => {
      const signedIn = await createFormAuthenticator(em, context).authenticate('register', request)
      return signedInRedirect(signedIn, redirectTarget(form.redirectTo), context)
    },
    { limit: 'registration' },
  )
}

export default function RegisterPage() {
  const { redirectTo, isGuest, admission } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()
  const target = redirectTarget(failure?.values.redirectTo, redirectTo)
  if (!admission.registration) return <RegistrationClosed redirectTo={target} />
  return (
    <AccountPage title="Create an account">
      {isGuest && (
        <p className="account-note">You keep the chats that you have written as a guest.</p>
      )}
      <CredentialsForm
        action="/register"
        submitLabel="Create account"
        redirectTo={target}
        password={{ autoComplete: 'new-password', hint: 'At least 8 characters.' }}
        failure={failure}
      />
      {!isGuest && admission.guests && <GuestForm redirectTo={target} />}
      <OtherFormLink question="Have an account?" to={paths.login(target)} label="Sign in" />
    </AccountPage>
  )
}
