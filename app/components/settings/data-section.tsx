import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SettingsSection } from './settings-section.tsx'

/** Takes everything along, or deletes everything. */
export function DataSection({ isGuest }: { isGuest: boolean }) {
  return (
    <SettingsSection id="data" title="Your data">
      <p className="muted">
        One file with your chats, your documents with all their versions, your images, votes,
        prompts and settings.
      </p>
      <p>
        <a className="button" href={paths.accountExport()} download>
          Download everything
        </a>
      </p>
      <p className="muted">Deleting cannot be undone. Download what you want to keep first.</p>
      <p>
        <Link className="button danger" to={paths.deleteAccount()}>
          {isGuest ? 'Delete all my data…' : 'Delete my account…'}
        </Link>
      </p>
    </SettingsSection>
  )
}
