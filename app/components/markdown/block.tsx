import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment, memo, type ReactNode } from 'react'
import { CodeBlock } from './code-block.tsx'
import { renderInline } from './inline.tsx'

/** Deeper nesting is shown as its source, so that a hostile text cannot exhaust the stack. */
const MAX_DEPTH = 24

/** One block of Markdown as elements. It renders again only when its source changes. */
export const Block = memo(
  function Block({ token }: { token: MarkedToken }) {
    return renderBlock(token, 0)
  },
  (before, after) => before.token.raw === after.token.raw,
)

function renderBlocks(tokens: Token[], depth: number): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text only grow at its end
    <Fragment key={index}>{renderBlock(token as MarkedToken, depth)}</Fragment>
  ))
}

function renderBlock(token: MarkedToken, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return <p>{token.raw}</p>
  switch (token.type) {
    case 'heading':
      return renderHeading(token)
    case 'paragraph':
      return <p>{renderInline(token.tokens)}</p>
    case 'text':
      return token.tokens ? renderInline(token.tokens) : token.text
    case 'code':
      return <CodeBlock code={token.text} language={codeLanguage(token.lang)} />
    case 'blockquote':
      return <blockquote>{renderBlocks(token.tokens, depth + 1)}</blockquote>
    case 'list':
      return renderList(token, depth)
    case 'table':
      return renderTable(token)
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    case 'html':
      return <p className="whitespace-pre-wrap">{token.raw.trim()}</p>
    default:
      return renderInline([token])
  }
}

/** The page has a heading of its own and a message is a section of it, so Markdown headings begin at h3. */
function renderHeading({ depth, tokens }: Tokens.Heading): ReactNode {
  const Tag = (['h3', 'h3', 'h4', 'h5', 'h6', 'h6'] as const)[depth - 1] ?? 'h6'
  return <Tag className={depth === 1 ? 'top' : undefined}>{renderInline(tokens)}</Tag>
}

function renderList({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const children = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the items of a list only grow at its end
    <li key={index} className={item.task ? 'task' : undefined}>
      {renderBlocks(item.tokens, depth + 1)}
    </li>
  ))
  if (!ordered) return <ul>{children}</ul>
  return <ol start={start === 1 || start === '' ? undefined : start}>{children}</ol>
}

function renderTable({ header, rows }: Tokens.Table): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <section className="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>{header.map((cell, index) => renderCell(cell, index, 'th'))}</tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows only grow at the end
            <tr key={index}>{cells.map((cell, column) => renderCell(cell, column, 'td'))}</tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function renderCell({ align, tokens }: Tokens.TableCell, column: number, Tag: 'th' | 'td') {
  return (
    <Tag key={column} className={align ? `align-${align}` : undefined}>
      {renderInline(tokens)}
    </Tag>
  )
}

/** The first word of a fence's info string, e.g. `ts` of "ts title=x". */
function codeLanguage(info: string | undefined): string | undefined {
  return info?.match(/^[^\s{]+/)?.[0]
}
