import { type ActionFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, Link, useActionData } from '@remix-run/react'
import { AccountPage } from '#components/account/account-page.tsx'
import { Button, buttonClass } from '#components/form/button.tsx'
import { FormError } from '#components/form/form-error.tsx'
import { deleteSession } from '#core/users/delete-sessions.ts'
import { pageAction } from '#http/pages/page-action.ts'
import { getSession } from '#http/sessions/session.ts'
import { signedOutHeaders } from '#http/sessions/session-response.ts'

export const meta: MetaFunction = () => [{ title: 'Sign out · Parley' }]

/** Ends the session, so that its token is no longer valid, and removes the cookie. */
export function action(args: ActionFunctionArgs) {
  return pageAction(args, async ({ request, context, em }) => {
    const session = await getSession(em, request)
    if (session) await deleteSession(em, { id: session.id, userId: session.user.id })
    return redirect('/login', { status: 303, headers: signedOutHeaders(context) })
  })
}

/** A link must not sign anybody out, so it leads to this page, and its form signs out. */
export default function LogoutPage() {
  const failure = useActionData<typeof action>()
  return (
    <AccountPage title="Sign out?">
      <FormError message={failure?.message} />
      <p className="account-note">
        A guest who signs out cannot come back to the chats. Sign in to an account first to keep
        them.
      </p>
      <Form method="post" action="/logout">
        <Button fullWidth>Sign out</Button>
      </Form>
      <Link to="/" className={buttonClass({ variant: 'secondary', fullWidth: true })}>
        Stay signed in
      </Link>
    </AccountPage>
  )
}
