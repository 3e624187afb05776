/** Tells by `If-None-Match` whether the client has the version with this ETag already. */
export function matchesEtag(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  return known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
