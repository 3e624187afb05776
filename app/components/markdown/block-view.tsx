import { Fragment, memo, type ReactNode } from 'react'
import type { SourceBlock } from './bounded-blocks.ts'
import { CodeBlock } from './code-block.tsx'
import { renderInline } from './inline.tsx'
import type { Block, BlockText, CellAlign } from './markdown-tokens.ts'

/** One block of Markdown as elements. It renders again only when its source, its form or a reference in it changes. */
export const BlockView = memo(
  function BlockView({ block }: SourceBlock) {
    return renderBlock(block)
  },
  (before, after) =>
    before.source === after.source &&
    before.block.type === after.block.type &&
    // What a reference leads to may become known later.
    (before.block === after.block || !after.source.includes(']')),
)

function renderBlocks(blocks: Block[]): ReactNode {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    <Fragment key={index}>{renderBlock(block)}</Fragment>
  ))
}

function renderBlock(block: Block): ReactNode {
  switch (block.type) {
    case 'heading':
      return renderHeading(block.depth, block.text)
    case 'paragraph':
      if (block.tight) return renderInline(block.text.pieces)
      return <p>{renderInline(block.text.pieces)}</p>
    case 'code':
      return <CodeBlock code={block.text} language={block.language} />
    case 'quote':
      return <blockquote>{renderBlocks(block.blocks)}</blockquote>
    case 'list':
      return renderList(block)
    case 'table':
      return renderTable(block)
    case 'rule':
      return <hr />
    case 'plain':
      return <p className="whitespace-pre-wrap">{block.text.trim()}</p>
  }
}

/** The page has a heading of its own and a message is a section of it, so Markdown headings begin at h3. */
function renderHeading(depth: number, text: BlockText): ReactNode {
  const Tag = (['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[depth - 1] ?? 'h6'
  return <Tag className={depth === 1 ? 'top' : undefined}>{renderInline(text.pieces)}</Tag>
}

function renderList({ start, items }: Extract<Block, { type: 'list' }>): ReactNode {
  const children = items.map(({ checked, blocks }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list only grow at its end
    <li key={index} className={checked === null ? undefined : 'task'}>
      {checked !== null && <input type="checkbox" disabled checked={checked} readOnly />}
      {renderBlocks(blocks)}
    </li>
  ))
  if (start === null) return <ul>{children}</ul>
  return <ol start={start === 1 ? undefined : start}>{children}</ol>
}

function renderTable({ align, rows }: Extract<Block, { type: 'table' }>): ReactNode {
  const [header = [], ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>{renderCells(header, align, 'th')}</tr>
        </thead>
        <tbody>
          {body.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at the end
            <tr key={index}>
              {renderCells(cells, align, 'td')}
              {/* One cell for all that a row lacks: short rows of a wide table cost no more than they hold. */}
              {cells.length < align.length && <td colSpan={align.length - cells.length} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function renderCells(cells: BlockText[], align: CellAlign[], Tag: 'th' | 'td'): ReactNode {
  return cells.map(({ pieces }, column) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not change
    <Tag key={column} className={align[column] ? `align-${align[column]}` : undefined}>
      {renderInline(pieces)}
    </Tag>
  ))
}
