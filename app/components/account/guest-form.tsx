import { Form } from '@remix-run/react'
import { Button } from '../form/button.tsx'

type GuestFormProps = {
  redirectTo: string
  /** A message that was written before, which goes along. */
  text?: string | undefined
}

/** Starts a guest session with one click, for people who want to try the service first. */
export function GuestForm({ redirectTo, text }: GuestFormProps) {
  return (
    <Form method="post" action="/guest" className="account-form">
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {text && <input type="hidden" name="text" value={text} />}
      <Button variant="secondary" fullWidth>
        Continue as guest
      </Button>
      <p className="account-note is-centred">
        No account needed. You can register later and keep your chats.
      </p>
    </Form>
  )
}
