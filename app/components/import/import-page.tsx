import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { FormError } from '../form/form-error.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { ImportFromFile } from './import-from-file.tsx'
import { ImportSummary } from './import-summary.tsx'
import type { ImportProgress } from './send-chats.ts'

type ImportPageProps = {
  /** What a form has done (without JavaScript). */
  done: ImportProgress | null
  problem: string | undefined
}

/** Brings in chats: those that were exported here, and those of ChatGPT and Claude. */
export function ImportPage({ done, problem }: ImportPageProps) {
  const hydrated = useHydrated()
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Import chats</h1>
        <Link className="button small" to={paths.settings()}>
          Settings
        </Link>
      </header>
      <div className="pane-body">
        <div className="page-column import-page">
          <p>
            Choose a chat that was exported here as JSON, or what ChatGPT or Claude sends you when
            you export your data there: the zip archive, or the <code>conversations.json</code> in
            it. Chats that are here already are not doubled.
          </p>
          <FormError message={problem} />
          {done && <ImportSummary progress={done} />}
          {hydrated ? <ImportFromFile /> : <PlainForm />}
          <p className="note">
            Texts, code and thoughts are imported, with their dates; of a chat that was exported
            here also its documents, with their versions, and your votes. Instructions and
            suggestions are not. Of images and files from elsewhere, a note is left.
          </p>
        </div>
      </div>
    </>
  )
}

function PlainForm() {
  return (
    <form method="post" action={paths.importChats()} encType="multipart/form-data" className="row">
      <input type="file" name="file" aria-label="File with chats" required />
      <button type="submit" className="button primary">
        Import
      </button>
      <p className="note">At most 5 MB. With JavaScript, larger files are read in your browser.</p>
    </form>
  )
}
