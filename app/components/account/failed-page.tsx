import { Link } from '@remix-run/react'
import { buttonClass } from '../form/button.tsx'
import { FormError } from '../form/form-error.tsx'
import { AccountPage } from './account-page.tsx'

/** What a form that has no page of its own shows when it was refused. */
export function FailedPage({ message }: { message: string | undefined }) {
  return (
    <AccountPage title="That did not work">
      <FormError message={message ?? 'Nothing was changed.'} />
      <Link to="/" className={buttonClass({ look: 'secondary', full: true })}>
        Back to the chat
      </Link>
    </AccountPage>
  )
}
