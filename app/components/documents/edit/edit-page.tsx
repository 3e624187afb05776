import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { SidebarButton } from '../../sidebar/sidebar.tsx'
import { withLineFeeds } from '../editing/line-ends.ts'
import { ConflictForm, type ShownConflict } from './conflict-form.tsx'
import { EditForm, type EditValues } from './edit-form.tsx'
import { TitleForm } from './title-form.tsx'

/** What the page says of a form that was not saved. */
type Refusal = {
  message: string
  errors: Record<string, string>
  /** What was typed; without a content when the form was too large to be read. */
  values: Record<string, string>
}

export type EditPageProps = {
  id: string
  /** Where the person came from; empty: the page of the document. */
  back: string
  /** The newest version; null when the session has ended. */
  document: {
    title: string
    kind: string
    createdAt: string
    content: string
    isTooLong: boolean
  } | null
  answer: Refusal | { conflict: ShownConflict } | undefined
}

/** The plain form in which a document is edited; it needs no JavaScript. */
export function EditPage({ id, back, document, answer }: EditPageProps) {
  const conflict = answer && 'conflict' in answer ? answer.conflict : null
  const refusal = answer && 'message' in answer ? answer : null
  const here = back || paths.document(id)
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">{conflict ? 'Choose what stays' : 'Edit the document'}</h1>
      </header>
      <div className="pane-body">
        <div className="page-column edit-page">
          {refusal && <RefusalNote refusal={refusal} isSignedOut={!document} />}
          {conflict ? (
            <ConflictForm id={id} back={here} conflict={conflict} />
          ) : (
            <EditFields {...{ id, document }} back={here} refusal={refusal} />
          )}
        </div>
      </div>
    </>
  )
}

type EditFieldsProps = Pick<EditPageProps, 'id' | 'back' | 'document'> & { refusal: Refusal | null }

function EditFields({ id, back, document, refusal }: EditFieldsProps) {
  const typed = refusal?.values
  if (document && (document.kind === 'image' || document.isTooLong)) {
    return (
      <>
        <p>
          {document.kind === 'image'
            ? 'The content of an image cannot be edited here. Its title can.'
            : 'This document is too long to be edited in a form. Its title can be changed here; the content is edited on the page of the document, with JavaScript.'}
        </p>
        <p>
          <a href={paths.documentExport(id, document.createdAt)} download>
            Download the document
          </a>
        </p>
        <TitleForm {...{ id, back }} title={typed?.title ?? document.title} />
      </>
    )
  }
  const values = valuesOf(typed, document)
  if (!values) return null
  return <EditForm {...{ id, back, values }} kind={document?.kind} errors={refusal?.errors ?? {}} />
}

/** What the form begins with: what was typed, else the stored version. */
function valuesOf(
  typed: Record<string, string> | undefined,
  document: EditPageProps['document'],
): EditValues | null {
  if (typed?.content !== undefined && typed.baseCreatedAt !== undefined) {
    const { title = '', content, baseCreatedAt } = typed
    return { title, content: withLineFeeds(content), baseCreatedAt }
  }
  if (!document) return null
  const { title, content, createdAt } = document
  return { title, content, baseCreatedAt: createdAt }
}

function RefusalNote({ refusal, isSignedOut }: { refusal: Refusal; isSignedOut: boolean }) {
  const isKept = refusal.values.content !== undefined
  return (
    <div role="alert" className="note bad">
      <p>Nothing was saved. {refusal.message}</p>
      {isSignedOut && isKept && (
        <p>
          <Link to={paths.login()} target="_blank" rel="noopener">
            Sign in in another tab
          </Link>
          , then save here again.
        </p>
      )}
      {!isKept && <p>The form below has the stored version. Go back to what you have typed.</p>}
    </div>
  )
}
