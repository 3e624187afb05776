const LINK_SCHEME = /^(?:https?:\/\/|mailto:)/i

/** The path of an upload, as `imageKey` of `app/core/storage/blob-key.ts` names it. */
const UPLOAD_PATH = /^\/uploads\/[0-9a-f]{48}-[A-Za-z0-9-]{1,60}\.(?:png|jpg)$/

/** The path of an image of a message, as `app/core/chat/message-image-path.ts` makes it. */
const MESSAGE_IMAGE_PATH = /^\/chat\/[0-9a-f-]{36}\/images\/[0-9a-f-]{36}\/\d{1,3}$/

/**
 * Allows the address of a link in Markdown: the web or a mailbox.
 *
 * @returns the address; null when it is relative or has another scheme
 */
export function safeLinkUrl(href: string): string | null {
  return LINK_SCHEME.test(href) && URL.canParse(href) ? href : null
}

/**
 * Allows the address of an image that is loaded with a page: inline image data,
 * or an upload to this service, which is given as a path whatever its origin
 * was. Nothing is loaded from another host.
 *
 * @returns the address; null when the image may not be loaded
 */
export function ownImageUrl(src: string): string | null {
  if (/^data:image\/(?:png|jpeg|gif|webp);base64,/.test(src)) return src
  const path = /^https?:\/\//i.test(src) && URL.canParse(src) ? new URL(src).pathname : src
  return UPLOAD_PATH.test(path) ? path : null
}

/** Allows the address of an image that a message holds itself; null for any other. */
export function messageImageUrl(src: string): string | null {
  return MESSAGE_IMAGE_PATH.test(src) ? src : null
}
