import { Form } from '@remix-run/react'
import { Button } from '../form/button.tsx'

/** Starts a guest session with one click, for people who want to try the service first. */
export function GuestForm({ redirectTo }: { redirectTo: string }) {
  return (
    <Form method="post" action="/guest" className="flex flex-col gap-2">
      <input type="hidden" name="redirectTo" value={redirectTo} />
      <Button variant="secondary" fullWidth>
        Continue as guest
      </Button>
      <p className="text-center text-sm text-muted">
        No account needed. You can register later and keep your chats.
      </p>
    </Form>
  )
}
