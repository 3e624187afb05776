import { type ActionFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { AccountPage } from '#components/account/account-page.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { FormError } from '#components/form/form-error.tsx'
import { signInAsGuest } from '#core/users/sign-in.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { getSession } from '#http/sessions/session.ts'
import { signedInRedirect } from '#http/sessions/session-response.ts'

export const meta: MetaFunction = () => [{ title: 'Continue as guest · Parley' }]

/** Makes a guest, unless the visitor is signed in already. */
export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ form, request, context, em }) => {
      const to = redirectTarget(form.redirectTo)
      if (await getSession(em, request)) return redirect(to, 303)
      return signedInRedirect(await signInAsGuest(em), to, context)
    },
    { limit: 'registration' },
  )
}

/** Shown to visitors who follow a link here, or whose form was refused. */
export default function GuestPage() {
  const failure = useActionData<typeof action>()
  return (
    <AccountPage title="Continue as guest">
      <FormError message={failure?.message} />
      <GuestForm redirectTo={redirectTarget(failure?.values.redirectTo)} />
    </AccountPage>
  )
}
