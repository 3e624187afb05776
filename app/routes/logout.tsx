import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { FailedPage } from '#components/account/failed-page.tsx'
import { deleteSession } from '#core/users/delete-sessions.ts'
import { pageAction } from '#http/page-action.ts'
import { getSession } from '#http/session.ts'
import { signedOutHeaders } from '#http/signed-in.ts'

/** A link must not sign anybody out. */
export function loader() {
  return redirect('/', 303)
}

/** Ends the session, so that its token is worth nothing, and forgets the cookie. */
export function action(args: ActionFunctionArgs) {
  return pageAction(args, async ({ request, context, em }) => {
    const session = await getSession(em, request)
    if (session) await deleteSession(em, { id: session.id, userId: session.user.id })
    return redirect('/login', { status: 303, headers: signedOutHeaders(context) })
  })
}

export default function LogoutPage() {
  return <FailedPage message={useActionData<typeof action>()?.message} />
}
