import { Form, Link, useSubmit } from '@remix-run/react'
import { type FormEvent, type MouseEvent, useRef } from 'react'
import { paths } from '#app/paths.ts'
import type { DocumentData } from '../document-data.ts'
import type { Editing } from '../editing/use-editing.ts'

type DocumentMenuProps = {
  stored: DocumentData
  editing: Editing | null
  onRename(): void
}

/** What can be done with a document as a whole. What is done has what was typed a moment ago. */
export function DocumentMenu({ stored, editing, onRename }: DocumentMenuProps) {
  const { id } = stored
  const submit = useSubmit()
  const menu = useRef<HTMLDetailsElement>(null)
  const createdAt = editing?.snapshot.createdAt ?? stored.createdAt
  const download = paths.documentExport(id, createdAt)
  const isSaved = !editing || editing.snapshot.status === 'saved'

  function close() {
    if (menu.current) menu.current.open = false
  }

  async function saveAndDownload(event: MouseEvent) {
    close()
    if (isSaved) return
    event.preventDefault()
    const saved = await editing.flush().catch(() => createdAt)
    window.location.assign(paths.documentExport(id, saved))
  }

  async function saveAndSubmit(event: FormEvent) {
    close()
    if (isSaved) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    await editing.flush().catch(() => undefined)
    submit(submitter as HTMLButtonElement)
  }

  return (
    <>
      <a className="button small wide-only" href={download} download onClick={saveAndDownload}>
        Download
      </a>
      <details ref={menu} className="menu document-menu">
        <summary className="icon-button i-more" aria-label="More" />
        <div className="menu-body">
          <a href={download} download onClick={saveAndDownload}>
            Download
          </a>
          {stored.position.previous && <Link to={paths.documentDiff(id)}>Compare</Link>}
          {editing && (
            <button
              type="button"
              onClick={() => {
                close()
                onRename()
              }}
            >
              Rename
            </button>
          )}
          <Form method="post" action={paths.document(id)} onSubmit={saveAndSubmit}>
            <button type="submit" name="intent" value="duplicate">
              Duplicate
            </button>
            <button type="submit" name="intent" value="delete" className="danger">
              Delete
            </button>
          </Form>
        </div>
      </details>
    </>
  )
}
