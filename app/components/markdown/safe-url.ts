const LINK_SCHEMES = ['http:', 'https:', 'mailto:']

/**
 * Allows the address of a link in Markdown: the web or a mailbox.
 *
 * @returns the address; null when it is relative or has another scheme
 */
export function safeLinkUrl(href: string): string | null {
  if (!URL.canParse(href)) return null
  return LINK_SCHEMES.includes(new URL(href).protocol) ? href : null
}

/**
 * Allows the address of an image in Markdown: https, inline image data, or an
 * upload to this service, which is given as a path whatever its origin was.
 *
 * @returns the address; null when the image may not be loaded
 */
export function safeImageUrl(src: string): string | null {
  const upload = uploadPath(src)
  if (upload) return upload
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) return src
  return URL.canParse(src) && new URL(src).protocol === 'https:' ? src : null
}

/** The path of an upload to this service; null for any other address. */
function uploadPath(src: string): string | null {
  const path = /^https?:\/\//.test(src) && URL.canParse(src) ? new URL(src).pathname : src
  return /^\/uploads\/[\w.-]+$/.test(path) ? path : null
}
