import { AccountPage } from './account-page.tsx'

type DraftPageProps = {
  text: string
  /** Where it is sent. */
  action: string
}

/** A message that was written before its writer signed in again, to be sent now. */
export function DraftPage({ text, action }: DraftPageProps) {
  return (
    <AccountPage title="Welcome back">
      <form method="post" action={action} className="draft-form">
        <label htmlFor="text">Your message</label>
        <textarea id="text" name="text" rows={8} defaultValue={text} required />
        <button type="submit" name="intent" value="send" className="button primary">
          Send
        </button>
      </form>
    </AccountPage>
  )
}
