import { paths } from '#app/paths.ts'
import { CodeBlock } from '../markdown/code-block.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { type CsvBounds, parseCsv } from './parse-csv.ts'

type DocumentContentProps = {
  document: {
    id: string
    title: string
    kind: string
    content: string
    /** Whether the content goes on, which the page then says. */
    isCut: boolean
    createdAt: string
  }
}

/** What a page shows of a sheet at most, which is rendered in one go; the download has all of it. */
const SHOWN: CsvBounds = { rows: 1 + 500, columns: 200, cells: 15_000 }

/** The content of a document, as its kind asks for: formatted text, code, a table or an image. */
export function DocumentContent({ document }: DocumentContentProps) {
  const { id, title, kind, content, isCut, createdAt } = document
  if (kind === 'image') {
    return <img className="document-image" src={paths.documentExport(id, createdAt)} alt={title} />
  }
  if (kind === 'code') return <CodeBlock code={content} language={undefined} />
  if (kind === 'sheet') return <Sheet content={content} isCut={isCut} />
  return <Markdown text={content} />
}

function Sheet({ content, isCut }: { content: string; isCut: boolean }) {
  const sheet = parseCsv(content, SHOWN)
  const [head = [], ...rows] = sheet.rows
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="table-scroll" tabIndex={0} aria-label="Sheet">
        <table>
          <thead>
            <tr>{renderCells(head, 'th')}</tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a version never change
              <tr key={index}>{renderCells(row, 'td')}</tr>
            ))}
          </tbody>
        </table>
      </section>
      {sheet.isCut && !isCut && (
        <p className="note">
          This page shows the beginning of the sheet. The download has all of it.
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
