/**
 * Makes the headers of a file to save. What users and models wrote is never
 * rendered on our origin, whatever it holds.
 *
 * @param name the file's name, as `fileName` makes it
 */
export function attachmentHeaders(name: string, mediaType: string): Record<string, string> {
  return {
    'Content-Type': mediaType,
    'Content-Disposition': attachment(name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store',
  }
}

/** RFC 6266: the name in ASCII for old clients, and in full (RFC 8187). */
function attachment(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, percent)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
