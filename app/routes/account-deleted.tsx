import type { MetaFunction } from '@remix-run/node'
import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from '#components/account/account-page.tsx'

export const meta: MetaFunction = () => [{ title: 'Deleted · Parley' }]

/** Where the deletion of an account ends. It says nothing about who has come here, so anybody may. */
export default function AccountDeletedPage() {
  return (
    <AccountPage title="Everything is deleted">
      <p role="status" className="muted">
        Your account is gone, with everything that was in it. You are signed out. If you have images
        here, their files are being removed now.
      </p>
      <OtherFormLink
        question="Want to start again?"
        to={paths.login()}
        label="Go to the start page"
      />
    </AccountPage>
  )
}
