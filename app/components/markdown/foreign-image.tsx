import { safeLinkUrl } from './safe-url.ts'

type ForeignImageProps = {
  url: string
  alt: string
  /** Whether it stands in a link already, which it then leaves as it is. */
  inLink?: boolean
}

/**
 * An image of another host, as a card that names the host and opens the image
 * in a new tab. It is not loaded: what a model writes can be chosen by a text
 * that it has read, and the address of an image would carry what was said in
 * the chat to a stranger, without a click.
 */
export function ForeignImage({ url, alt, inLink = false }: ForeignImageProps) {
  const target = safeLinkUrl(url)
  if (!target?.startsWith('http')) return alt || url
  const label = (
    <>
      <span className="foreign-image-alt">{alt || 'Image'}</span>
      <span className="foreign-image-host">{new URL(target).host}</span>
    </>
  )
  if (inLink) return <span className="foreign-image">{label}</span>
  return (
    <a
      className="foreign-image"
      href={target}
      target="_blank"
      rel="noopener noreferrer nofollow"
      referrerPolicy="no-referrer"
      title={`Open the image at ${new URL(target).host}`}
    >
      {label}
    </a>
  )
}
