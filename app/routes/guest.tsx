import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { FailedPage } from '#components/account/failed-page.tsx'
import { enterAsGuest } from '#core/users/enter.ts'
import { pageAction } from '#http/page-action.ts'
import { redirectTarget } from '#http/redirect-target.ts'
import { getSession } from '#http/session.ts'
import { signedInRedirect } from '#http/signed-in.ts'

/** Only the form posts here; who follows a link to it gets the page with the form. */
export function loader() {
  return redirect('/login', 303)
}

/** Makes a guest, unless the visitor is signed in already. */
export function action(args: ActionFunctionArgs) {
  return pageAction(args, async ({ form, request, context, em }) => {
    const to = redirectTarget(form.redirectTo)
    if (await getSession(em, request)) return redirect(to, 303)
    return signedInRedirect(await enterAsGuest(em), to, context)
  })
}

export default function GuestPage() {
  return <FailedPage message={useActionData<typeof action>()?.message} />
}
