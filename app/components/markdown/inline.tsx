import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { decodeEntities } from './decode-entities.ts'
import { safeImageUrl, safeLinkUrl } from './safe-url.ts'

/** Deeper nesting is shown as its source, so that a hostile text cannot exhaust the stack. */
const MAX_DEPTH = 24

/** Renders inline Markdown as elements. HTML in it is shown as text and never interpreted. */
export function renderInline(tokens: Token[] | undefined, depth = 0): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text only grow at its end
    <Fragment key={index}>{renderToken(token as MarkedToken, depth)}</Fragment>
  ))
}

function renderToken(token: MarkedToken, depth: number): ReactNode {
  if (depth > MAX_DEPTH) return token.raw
  const next = depth + 1
  switch (token.type) {
    case 'text':
      return token.tokens ? renderInline(token.tokens, next) : decodeEntities(token.text)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{renderInline(token.tokens, next)}</strong>
    case 'em':
      return <em>{renderInline(token.tokens, next)}</em>
    case 'del':
      return <del>{renderInline(token.tokens, next)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return <input type="checkbox" disabled checked={token.checked} readOnly />
    case 'link':
      return renderLink(token, next)
    case 'image':
      return renderImage(token)
    default:
      return token.raw
  }
}

function renderLink(token: Tokens.Link, depth: number): ReactNode {
  const label = token.autolink ? token.text : renderInline(token.tokens, depth)
  const href = safeLinkUrl(token.autolink ? token.href : decodeEntities(token.href))
  if (!href) return label
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}

function renderImage({ href, text }: Tokens.Image): ReactNode {
  const src = safeImageUrl(href)
  if (src) return <img src={src} alt={decodeEntities(text)} loading="lazy" />
  const target = safeLinkUrl(href)
  const label = decodeEntities(text) || href
  if (!target) return label
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}
