/**
 * Makes the headers of a file that the browser saves. It never renders one:
 * what users and models wrote could otherwise run as a page of our origin.
 *
 * @param name of the file, as `fileName` makes it
 */
export function attachmentHeaders(name: string, mediaType: string): Record<string, string> {
  return {
    'Content-Type': mediaType,
    'Content-Disposition': contentDisposition(name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    // Not compressed: see byte-stream.ts.
    'Cache-Control': 'private, no-store, no-transform',
  }
}

/** As RFC 6266 has it: the name in ASCII for old clients, and in full as in RFC 8187. */
function contentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(/['()*]/g, percentEncode)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
