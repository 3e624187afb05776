const SCHEMES = ['http:', 'https:', 'mailto:']

/** A link's address if it leads to the web or to a mailbox; null for any other scheme and for relative ones. */
export function safeLinkUrl(href: string): string | null {
  if (!URL.canParse(href)) return null
  return SCHEMES.includes(new URL(href).protocol) ? href : null
}

/**
 * An image's address if it may be loaded: https, an image of our own uploads
 * (as a path, whatever origin it was written with), or inline image data.
 */
export function safeImageUrl(src: string): string | null {
  const own = uploadPath(src)
  if (own) return own
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) return src
  return URL.canParse(src) && new URL(src).protocol === 'https:' ? src : null
}

/** The path of one of our own uploads. */
function uploadPath(src: string): string | null {
  const path = /^https?:\/\//.test(src) && URL.canParse(src) ? new URL(src).pathname : src
  return /^\/uploads\/[\w.-]+$/.test(path) ? path : null
}
