import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon.tsx'

type TemporaryBannerProps = {
  /** Whether the chat has no message yet. */
  isNew: boolean
}

/** Says plainly what becomes of a temporary chat. */
export function TemporaryBanner({ isNew }: TemporaryBannerProps) {
  return (
    <aside className="banner" aria-label="Temporary chat">
      <details>
        <summary>
          <strong>Temporary chat.</strong> It is in no list, and deleted when this tab is closed.
        </summary>
        <p>
          No search finds it, and it cannot be shared. It is deleted with the documents begun in it:
          within three minutes after this tab is closed, or an hour after its last message. The
          model’s provider gets the messages all the same.
          {isNew && (
            <>
              {' '}
              <Link to={paths.newChat()}>Start a chat that is kept</Link>
            </>
          )}
        </p>
      </details>
    </aside>
  )
}

/** Leads from the page of a new chat to that of a temporary one. */
export function TemporarySwitch() {
  return (
    <Link to={paths.newTemporaryChat()} className="button small">
      <Icon name="clock" /> Temporary chat
    </Link>
  )
}
