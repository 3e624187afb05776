import { paths } from '#app/paths.ts'
import type { ComparedVersion } from '#core/documents/find-compared-versions.ts'
import type { PngSize } from '#core/documents/png-size.ts'
import { byteCount } from '../versions/version-words.ts'

type ImageDiffProps = {
  id: string
  from: ComparedVersion
  to: ComparedVersion
  sizes: { from: PngSize | null; to: PngSize | null }
}

/** Two versions of an image side by side, or on a phone one below the other. */
export function ImageDiff({ id, from, to, sizes }: ImageDiffProps) {
  return (
    <div className="diff-images">
      <Picture id={id} version={from} size={sizes.from} label="Before" />
      <Picture id={id} version={to} size={sizes.to} label="After" />
    </div>
  )
}

type PictureProps = { id: string; version: ComparedVersion; size: PngSize | null; label: string }

function Picture({ id, version, size, label }: PictureProps) {
  const { createdAt, title, bytes } = version
  const name = version.number === null ? label : `${label}: version ${version.number}`
  return (
    <figure>
      <figcaption>
        {name}
        <span className="muted">
          {size && ` · ${size.width} × ${size.height} pixels`} ·{' '}
          {byteCount(Math.floor(bytes * 0.75))}
        </span>
      </figcaption>
      <img
        className="document-image"
        src={paths.documentExport(id, createdAt)}
        alt={`${title}, ${label.toLowerCase()}`}
        width={size?.width}
        height={size?.height}
      />
    </figure>
  )
}
