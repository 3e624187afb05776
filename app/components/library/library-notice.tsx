import { Form, Link, useLocation } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { counted } from '../documents/versions/version-words.ts'
import type { LibraryData } from './library-data.ts'

type LibraryNoticeProps = {
  notice: LibraryData['notice']
  /** What was refused, in words. */
  failure: string | undefined
  /** The address to which its forms come back. */
  here: string
}

/** Says what was just done to a document, and how to undo it. */
export function LibraryNotice({ notice, failure, here }: LibraryNoticeProps) {
  const element = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const isShown = notice !== null
  useEffect(() => {
    // The page as it was opened leaves the focus where it is.
    if (isShown && key !== 'default') element.current?.focus({ preventScroll: true })
  }, [isShown, key])
  return (
    <>
      {failure && (
        <p role="alert" className="library-notice bad">
          {failure}
        </p>
      )}
      <div role="status" ref={element} tabIndex={-1} className="library-status">
        {notice && <div className="library-notice">{noticeText(notice, here)}</div>}
      </div>
    </>
  )
}

function noticeText(notice: NonNullable<LibraryData['notice']>, here: string): ReactNode {
  switch (notice.type) {
    case 'deleted':
      return (
        <>
          <span>“{notice.title}” is deleted.</span>
          <UndeleteForm keptId={notice.keptId} here={here}>
            Undo
          </UndeleteForm>
        </>
      )
    case 'restored':
      return (
        <>
          <span>
            “{notice.title}” is back
            {notice.isMoved && ' at another address, since its own is used by another document'}.
          </span>
          <Link to={paths.document(notice.id)}>Open</Link>
        </>
      )
    case 'copied':
      return (
        <>
          <span>“{notice.title}” is made.</span>
          <Link to={paths.document(notice.id)}>Open</Link>
        </>
      )
    case 'removed':
      return 'The document is deleted for good.'
    case 'uploaded':
      return `${counted(notice.count, 'document')} uploaded.`
  }
}

type UndeleteFormProps = { keptId: string; here: string; children: string }

/** The button that brings a deleted document back. */
export function UndeleteForm({ keptId, here, children }: UndeleteFormProps) {
  return (
    <Form method="post" action={paths.document(keptId)}>
      <input type="hidden" name="redirectTo" value={here} />
      <button type="submit" className="button small" name="intent" value="undelete">
        {children}
      </button>
    </Form>
  )
}
