import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from '#components/account/account-page.tsx'
import { DraftPage } from '#components/account/draft-page.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { FormError } from '#components/form/form-error.tsx'
import { admissionOf, assertGuestsAdmitted } from '#core/users/admission.ts'
import { signInAsGuest } from '#core/users/sign-in.ts'
import { MAX_DRAFT_BYTES, signedInWithDraft } from '#http/pages/message-draft.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { getSession } from '#http/sessions/session.ts'

export const meta: MetaFunction = () => [{ title: 'Continue as guest · Parley' }]

/** The page is 403 where the service admits no guests. */
export function loader({ context }: LoaderFunctionArgs) {
  const admission = admissionOf(context.services.env)
  return data({ admission }, { status: admission.guests ? 200 : 403 })
}

/** Makes a guest, unless the visitor is signed in already. */
export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ form, request, context, em }) => {
      const to = redirectTarget(form.redirectTo)
      if (await getSession(em, request)) return redirect(to, 303)
      assertGuestsAdmitted(context.services.env)
      const userAgent = request.headers.get('user-agent')
      return signedInWithDraft(await signInAsGuest(em, { userAgent }), form, context)
    },
    { limit: 'registration', maxBytes: MAX_DRAFT_BYTES },
  )
}

/** Shown to visitors who follow a link here, or whose form was refused. */
export default function GuestPage() {
  const { admission } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'draft' in result) return <DraftPage {...result.draft} />
  const failure = result
  const target = redirectTarget(failure?.values.redirectTo)
  if (!admission.guests) {
    return (
      <AccountPage title="No guests here">
        <p className="account-note">
          {admission.registration
            ? 'This service admits no guests. Create an account, or sign in to yours.'
            : 'This service admits no guests. Ask whoever runs it for an account.'}
        </p>
        {admission.registration && (
          <OtherFormLink
            question="New here?"
            to={paths.register(target)}
            label="Create an account"
          />
        )}
        <OtherFormLink question="Have an account?" to={paths.login(target)} label="Sign in" />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Continue as guest">
      <FormError message={failure?.message} />
      <GuestForm redirectTo={target} text={failure?.values.text} />
    </AccountPage>
  )
}
