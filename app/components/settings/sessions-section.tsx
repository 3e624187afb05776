import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ListedSession } from '#core/users/list-sessions.ts'
import { SettingsSection } from './settings-section.tsx'

type SessionsSectionProps = {
  sessions: ListedSession[]
  /** How many there are; not all are listed. */
  count: number
  /** The session of this browser. */
  currentId: string
}

/** Where the user is signed in, and the buttons that end it. */
export function SessionsSection({ sessions, count, currentId }: SessionsSectionProps) {
  // This one first, whichever was used last.
  const shown = sessions.toSorted((a, b) => Number(b.id === currentId) - Number(a.id === currentId))
  return (
    <SettingsSection id="sessions" title="Sessions">
      <p className="muted">Where you are signed in. A session ends 30 days after its last use.</p>
      <ul className="settings-list">
        {shown.map(({ id, device, createdAt, lastUsedAt }) => (
          <li key={id}>
            <p>
              <strong>{device}</strong>
              {id === currentId && <span className="badge">This one</span>}
            </p>
            <p className="muted">
              Signed in <Day at={createdAt} />, last used <Day at={lastUsedAt} />
            </p>
            {id !== currentId && (
              <Form method="post" action={paths.settings()}>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="id" value={id} />
                <button type="submit" className="button small">
                  Sign out<span className="sr-only"> {device}</span>
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p className="muted">And {(count - shown.length).toLocaleString('en')} more.</p>
      )}
      <Form method="post" action={paths.settings()}>
        <button type="submit" className="button" name="intent" value="sign-out-others">
          Sign out everywhere else
        </button>
      </Form>
    </SettingsSection>
  )
}

/** The date in UTC, so that server and browser render the same text. */
function Day({ at }: { at: string }) {
  return <time dateTime={at}>{at.slice(0, 10)}</time>
}
