import { Fragment, type ReactNode } from 'react'
import { FootnoteReference } from './footnotes.tsx'
import { ForeignImage } from './foreign-image.tsx'
import { Formula } from './formula.tsx'
import type { Inline } from './markdown-tokens.ts'
import { ownImageUrl, safeLinkUrl } from './safe-url.ts'

/**
 * Renders inline Markdown as elements. HTML in it is shown as text and never interpreted.
 *
 * @param inLink whether the pieces are the text of a link, which cannot hold another one
 */
export function renderInline(pieces: Inline[], inLink = false): ReactNode {
  return pieces.map((piece, index) =>
    piece.type === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text only grow at its end
      <Fragment key={index}>{renderPiece(piece, inLink)}</Fragment>
    ),
  )
}

function renderPiece(piece: Exclude<Inline, { type: 'text' }>, inLink: boolean): ReactNode {
  switch (piece.type) {
    case 'strong':
      return <strong>{renderInline(piece.children, inLink)}</strong>
    case 'em':
      return <em>{renderInline(piece.children, inLink)}</em>
    case 'del':
      return <del>{renderInline(piece.children, inLink)}</del>
    case 'sub':
      return <sub>{renderInline(piece.children, inLink)}</sub>
    case 'sup':
      return <sup>{renderInline(piece.children, inLink)}</sup>
    case 'math':
      return <Formula source={piece.text} display={piece.display} />
    case 'note':
      return <FootnoteReference note={piece.note} isFirst={piece.isFirst} inLink={inLink} />
    case 'code':
      return <code>{piece.text}</code>
    case 'break':
      return <br />
    case 'link':
      return renderLink(piece, inLink)
    case 'image':
      return renderImage(piece, inLink)
  }
}

function renderLink({ href, children }: Extract<Inline, { type: 'link' }>, inLink: boolean) {
  const target = inLink ? null : safeLinkUrl(href)
  if (!target) return renderInline(children, inLink)
  return (
    <a href={target} target="_blank" rel="noopener noreferrer nofollow">
      {renderInline(children, true)}
    </a>
  )
}

function renderImage({ href, alt }: Extract<Inline, { type: 'image' }>, inLink: boolean) {
  const src = ownImageUrl(href)
  if (src) {
    const image = <img src={src} alt={alt} loading="lazy" />
    // An image that is its own address would be there twice.
    return inLink || src.startsWith('data:') ? image : <a href={src}>{image}</a>
  }
  return <ForeignImage url={href} alt={alt} inLink={inLink} />
}
