import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { Comparison } from '#core/documents/compare-versions.ts'
import type { DiffPart } from '#core/documents/diff/diff-words.ts'
import type { ComparedVersion } from '#core/documents/find-compared-versions.ts'
import { SidebarButton } from '../../sidebar/sidebar.tsx'
import { DiffParts } from './diff-parts.tsx'
import { ImageDiff } from './image-diff.tsx'
import { SheetDiff } from './sheet-diff.tsx'
import { TextDiff } from './text-diff.tsx'
import { type OfferedVersion, VersionPicker } from './version-picker.tsx'

export type DiffPageProps = {
  id: string
  /** Null when `to` is the first version. */
  from: ComparedVersion | null
  to: ComparedVersion
  versions: OfferedVersion[]
  title: DiffPart[]
  comparison: Comparison | null
}

/** What differs between two versions of a document. */
export function DiffPage({ id, from, to, versions, title, comparison }: DiffPageProps) {
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Compare versions</h1>
        <Link className="button small" to={paths.document(id)}>
          Back to the document
        </Link>
      </header>
      <div className="pane-body">
        <div className="page-column diff-page">
          <h2>
            <DiffParts parts={title.length > 0 ? title : [{ type: 'same', text: to.title }]} />
          </h2>
          <VersionPicker
            key={`${from?.createdAt} ${to.createdAt}`}
            {...{ id, from, to, versions }}
          />
          {from && comparison ? (
            <ComparedContent {...{ id, from, to, comparison }} />
          ) : (
            <p className="note">
              This is the first version. There is none before it to compare it with.
            </p>
          )}
        </div>
      </div>
    </>
  )
}

type ComparedContentProps = {
  id: string
  from: ComparedVersion
  to: ComparedVersion
  comparison: Comparison
}

/** The differences of two versions, as their kind asks for. */
function ComparedContent({ id, from, to, comparison }: ComparedContentProps) {
  switch (comparison.type) {
    case 'same':
      return <p className="note">The content of these versions is the same.</p>
    case 'text':
    case 'code':
      return (
        <>
          <TextDiff diff={comparison} isCode={comparison.type === 'code'} />
          {comparison.isCut && (
            <CutNote {...{ id, from, to }}>There are more changes than this page shows.</CutNote>
          )}
        </>
      )
    case 'sheet':
      return (
        <>
          <SheetDiff diff={comparison} />
          {(comparison.isCut || comparison.columnsLeftOut > 0) && (
            <CutNote {...{ id, from, to }}>
              There are more rows or columns than this page shows.
            </CutNote>
          )}
        </>
      )
    case 'image':
      return <ImageDiff {...{ id, from, to }} sizes={comparison} />
    case 'other-kind':
      return <CutNote {...{ id, from, to }}>These versions are of different kinds.</CutNote>
    case 'too-large':
      return (
        <CutNote {...{ id, from, to }}>
          These versions are too large to be compared in the page.
        </CutNote>
      )
  }
}

type CutNoteProps = Omit<ComparedContentProps, 'comparison'> & { children: string }

function CutNote({ id, from, to, children }: CutNoteProps) {
  return (
    <p className="note">
      {children}
      <a href={paths.documentExport(id, from.createdAt)} download>
        Download the version before
      </a>
      <a href={paths.documentExport(id, to.createdAt)} download>
        Download the version after
      </a>
    </p>
  )
}
