import { Form } from '@remix-run/react'
import { type FormEvent, useId, useRef } from 'react'
import { paths } from '#app/paths.ts'
import type { LibraryDocument } from '#core/library/list-library.ts'

type CardMenuProps = {
  document: Pick<LibraryDocument, 'id' | 'title' | 'updatedAt'>
  /** The address to which its forms come back. */
  here: string
}

/** What can be done with a document of the library, besides opening it. */
export function CardMenu({ document, here }: CardMenuProps) {
  const { id, title, updatedAt } = document
  const titleId = useId()
  const menu = useRef<HTMLDetailsElement>(null)
  const action = paths.document(id)

  function onSubmit({ nativeEvent }: FormEvent) {
    if (menu.current) menu.current.open = false
    const pressed = (nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null
    // A deleted document takes its menu along; the notice then has the focus.
    if (pressed?.value !== 'delete') menu.current?.querySelector('summary')?.focus()
  }

  return (
    <details className="menu library-menu" ref={menu}>
      <summary className="icon-button i-more">
        <span className="sr-only">{`Rename, duplicate, download or delete “${title}”`}</span>
      </summary>
      <div className="menu-body">
        <Form method="post" action={action} preventScrollReset onSubmit={onSubmit}>
          <input type="hidden" name="redirectTo" value={here} />
          <label htmlFor={titleId}>Title</label>
          <input
            id={titleId}
            key={title}
            name="title"
            defaultValue={title}
            required
            maxLength={500}
          />
          <button type="submit" className="button small" name="intent" value="rename">
            Rename
          </button>
        </Form>
        <a className="menu-item" href={paths.documentExport(id, updatedAt)} download>
          Download
        </a>
        <Form method="post" action={action} onSubmit={onSubmit}>
          <input type="hidden" name="redirectTo" value={here} />
          <button type="submit" className="menu-item" name="intent" value="duplicate">
            Duplicate
          </button>
          <button type="submit" className="menu-item danger" name="intent" value="delete">
            Delete
          </button>
        </Form>
      </div>
    </details>
  )
}
