import { Fragment, memo, type ReactNode } from 'react'
import { BlockTools, TABLE_TOOLS } from './block-tools.tsx'
import type { SourceBlock } from './bounded-blocks.ts'
import { CodeBlock } from './code-block.tsx'
import { FootnoteBlock } from './footnotes.tsx'
import { Formula } from './formula.tsx'
import { renderInline } from './inline.tsx'
import type { Block, BlockText, CellAlign } from './markdown-tokens.ts'
import { directionOf } from './text-direction.ts'

type BlockViewProps = SourceBlock & {
  /** Whether it may still grow: code in it is coloured when it is whole. */
  isOpen?: boolean
}

/** One block of Markdown as elements. It renders again only when its source, its form or a reference in it changes. */
export const BlockView = memo(
  function BlockView({ block, isOpen }: BlockViewProps) {
    return renderBlock(block, isOpen)
  },
  (before, after) =>
    before.isOpen === after.isOpen &&
    before.source === after.source &&
    before.block.type === after.block.type &&
    // What a reference leads to may become known later.
    (before.block === after.block || !after.source.includes(']')),
)

function renderBlocks(blocks: Block[], isOpen: boolean): ReactNode {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text only grow at its end
    <Fragment key={index}>{renderBlock(block, isOpen)}</Fragment>
  ))
}

function renderBlock(block: Block, isOpen = false): ReactNode {
  switch (block.type) {
    case 'heading':
      return renderHeading(block.depth, block.text)
    case 'paragraph':
      if (block.tight) return renderInline(block.text.pieces)
      return <p dir={directionOf(block.text)}>{renderInline(block.text.pieces)}</p>
    case 'code':
      return (
        <CodeBlock code={block.text} language={block.language} isOpen={isOpen && !block.closed} />
      )
    case 'quote':
      return <blockquote>{renderBlocks(block.blocks, isOpen)}</blockquote>
    case 'list':
      return renderList(block, isOpen)
    case 'table':
      return renderTable(block)
    case 'math':
      return (
        <p>{block.closed ? <Formula source={block.text} display /> : <code>{block.text}</code>}</p>
      )
    case 'footnote':
      return <FootnoteBlock note={block.note}>{renderBlocks(block.blocks, isOpen)}</FootnoteBlock>
    case 'rule':
      return <hr />
    case 'plain':
      return <p className="plain">{block.text.trim()}</p>
  }
}

/** The page has a heading of its own and a message is a section of it, so Markdown headings begin at h3. */
function renderHeading(depth: number, text: BlockText): ReactNode {
  const Tag = (['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[depth - 1] ?? 'h6'
  return (
    <Tag className={depth === 1 ? 'top' : undefined} dir={directionOf(text)}>
      {renderInline(text.pieces)}
    </Tag>
  )
}

function renderList(
  { start, items }: Extract<Block, { type: 'list' }>,
  isOpen: boolean,
): ReactNode {
  const children = items.map(({ checked, blocks }, index) => {
    const [first] = blocks
    const dir = first?.type === 'paragraph' ? directionOf(first.text) : undefined
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list only grow at its end
      <li key={index} className={checked === null ? undefined : 'task'} dir={dir}>
        {checked === null ? renderBlocks(blocks, isOpen) : renderTask(checked, blocks, isOpen)}
      </li>
    )
  })
  if (start === null) return <ul>{children}</ul>
  return <ol start={start === 1 ? undefined : start}>{children}</ol>
}

/** A task, whose box has the text of its first paragraph as its label. */
function renderTask(checked: boolean, [first, ...rest]: Block[], isOpen: boolean): ReactNode {
  const label = (
    <label>
      <input type="checkbox" disabled checked={checked} readOnly />
      {first?.type === 'paragraph' && renderInline(first.text.pieces)}
    </label>
  )
  const isTight = first?.type === 'paragraph' && first.tight
  return (
    <>
      {isTight ? label : <p>{label}</p>}
      {renderBlocks(rest, isOpen)}
    </>
  )
}

function renderTable({ align, rows }: Extract<Block, { type: 'table' }>): ReactNode {
  const [header = [], ...body] = rows
  return (
    <div className="table-block">
      {/* biome-ignore-start lint/a11y: a wide table must be scrollable by keyboard, and a fieldset is for fields */}
      <div className="table-scroll" role="group" tabIndex={0} aria-label="Table">
        {/* biome-ignore-end lint/a11y: as above */}
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
      </div>
      <BlockTools html={TABLE_TOOLS} />
    </div>
  )
}

function renderCells(cells: BlockText[], align: CellAlign[], Tag: 'th' | 'td'): ReactNode {
  return cells.map((cell, column) => {
    const className = align[column] ? `align-${align[column]}` : undefined
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table do not change
      <Tag key={column} className={className} dir={directionOf(cell)}>
        {renderInline(cell.pieces)}
      </Tag>
    )
  })
}
