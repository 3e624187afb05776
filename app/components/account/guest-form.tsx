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
    <Form method="post" action="/guest" className="flex flex-col gap-2">
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {text && <input type="hidden" name="text" value={text} />}
      <Button variant="secondary" fullWidth>
        Continue as guest
      </Button>
      <p className="text-center text-sm text-muted">
        No account needed. You can register later and keep your chats.
      </p>
    </Form>
  )
}
