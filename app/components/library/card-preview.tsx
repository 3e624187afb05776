import { paths } from '#app/paths.ts'
import { readCells } from '#core/documents/csv/read-cells.ts'
import type { LibraryDocument } from '#core/library/list-library.ts'

type CardPreviewProps = {
  document: Pick<LibraryDocument, 'id' | 'kind' | 'updatedAt' | 'preview'>
}

/** The first cells of a sheet: with its first row, which names the columns. */
const SHOWN_CELLS = { rows: 5, columns: 4, cells: 20 }

/** What begins a line of Markdown, or stands around its words. */
const MARKS = /^ {0,3}(?:#{1,6}|>|[-*+]) |[*_`]{1,3}/gm

/** How a document begins: its first lines or cells, or the image made small. The title beside it names it. */
export function CardPreview({ document }: CardPreviewProps) {
  const { id, kind, updatedAt, preview } = document
  if (kind === 'image') {
    return (
      <span className="library-preview">
        <img src={paths.documentExport(id, updatedAt)} alt="" loading="lazy" decoding="async" />
      </span>
    )
  }
  return (
    <div className="library-preview" data-kind={kind} aria-hidden="true">
      {kind === 'sheet' ? (
        <Cells rows={readCells(preview, SHOWN_CELLS).rows} />
      ) : (
        (kind === 'text' ? preview.replace(MARKS, '') : preview).trim() || <i>Empty</i>
      )}
    </div>
  )
}

function Cells({ rows }: { rows: string[][] }) {
  if (rows.length === 0) return <i>Empty</i>
  return (
    <table>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a version never change
          <tr key={index}>
            {row.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns
              <td key={column}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
