import { paths } from '#app/paths.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { parseCsv } from './parse-csv.ts'

type DocumentContentProps = {
  document: { id: string; title: string; kind: string; content: string; createdAt: string }
}

/** A page shows at most so many rows of a sheet; the download has all of them. */
const MAX_ROWS = 500

/** The content of a document, as its kind asks for: formatted text, code, a table or an image. */
export function DocumentContent({ document }: DocumentContentProps) {
  const { id, title, kind, content, createdAt } = document
  if (kind === 'image') {
    return <img className="document-image" src={paths.documentExport(id, createdAt)} alt={title} />
  }
  if (kind === 'code') return <CodeBlock code={content} language={undefined} />
  if (kind === 'sheet') return <Sheet content={content} />
  return <Markdown text={content} />
}

function Sheet({ content }: { content: string }) {
  const [head = [], ...rows] = parseCsv(content)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Sheet">
        <table>
          <thead>
            <tr>{renderCells(head, 'th')}</tr>
          </thead>
          <tbody>
            {rows.slice(0, MAX_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a version never change
              <tr key={index}>{renderCells(row, 'td')}</tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MAX_ROWS && (
        <p className="note">
          Showing the first {MAX_ROWS} of {rows.length} rows. The download has all of them.
        </p>
      )}
    </>
  )
}

function renderCells(row: string[], Tag: 'th' | 'td') {
  return row.map((cell, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a version never change
    <Tag key={index} className={isNumber(cell) ? 'align-right' : undefined}>
      {cell}
    </Tag>
  ))
}

function isNumber(cell: string): boolean {
  return /^[-+]?[\d.,]*\d\s*%?$/.test(cell.trim())
}
