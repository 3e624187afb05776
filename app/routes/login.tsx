import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Link, type ShouldRevalidateFunction, useActionData, useLoaderData } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from '#components/account/account-page.tsx'
import { CredentialsForm } from '#components/account/credentials-form.tsx'
import { DraftPage } from '#components/account/draft-page.tsx'
import { GuestForm } from '#components/account/guest-form.tsx'
import { MAX_DRAFT_BYTES, signedInWithDraft } from '#http/pages/message-draft.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { redirectTarget } from '#http/pages/redirect-target.ts'
import { createFormAuthenticator, loadLoginPage } from '#http/pages/sign-in-page.ts'

export const meta: MetaFunction = () => [{ title: 'Sign in · Parley' }]

export function loader(args: LoaderFunctionArgs) {
  return loadLoginPage(args)
}

export function action(args: ActionFunctionArgs) {
  return pageAction(
    args,
    async ({ request, context, em, form }) => {
      const signedIn = await createFormAuthenticator(em, context).authenticate('login', request)
      return signedInWithDraft(signedIn, form, context)
    },
    { limit: 'sign-in', maxBytes: MAX_DRAFT_BYTES },
  )
}

/** The page that holds a message stays: loaded again, it would lead on. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  actionResult,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !(actionResult && 'draft' in actionResult)

export default function LoginPage() {
  const { redirectTo, isGuest, admission } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  if (result && 'draft' in result) return <DraftPage {...result.draft} />
  const failure = result
  const target = redirectTarget(failure?.values.redirectTo, redirectTo)
  return (
    <AccountPage title="Sign in">
      {isGuest && (
        <p className="account-note">
          You are a guest now. The chats that you have written move into your account.
        </p>
      )}
      <CredentialsForm
        action="/login"
        submitLabel="Sign in"
        redirectTo={target}
        text={failure?.values.text}
        password={{ autoComplete: 'current-password' }}
        failure={failure}
      />
      <p className="account-note">
        <Link to={paths.forgotPassword()}>Forgot your password?</Link>
      </p>
      {!isGuest && admission.guests && <GuestForm redirectTo={target} />}
      {admission.registration && (
        <OtherFormLink question="New here?" to={paths.register(target)} label="Create an account" />
      )}
    </AccountPage>
  )
}
