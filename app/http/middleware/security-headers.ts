import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'

/**
 * Of what people uploaded: a browser may show it, on any page, and nothing in
 * it would run.
 */
const IMAGE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Of what programs and our own scripts read: nothing in it is a page. */
const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

type Options = { development: boolean; https: boolean }

/**
 * Sets the Content-Security-Policy with a fresh nonce and the usual security
 * headers. Scripts and styles run only from our own files or with the nonce;
 * nothing may frame us but ourselves (the live reply without JavaScript).
 */
export function securityHeaders({ development, https }: Options): RequestHandler {
  const transport = https
    ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }
    : {}
  const imageHeaders = new Map(Object.entries({ ...IMAGE_HEADERS, ...transport }))
  const apiHeaders = new Map(Object.entries({ ...API_HEADERS, ...transport }))
  return (req, res, next) => {
    const isImage = req.path.startsWith('/uploads/')
    if (isImage || req.path.startsWith('/api/')) {
      res.setHeaders(isImage ? imageHeaders : apiHeaders)
      return next()
    }
    const nonce = randomBytes(16).toString('base64')
    res.locals.cspNonce = nonce
    res.setHeader(
      'Content-Security-Policy',
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        // Elements carry style attributes set by scripts (editors, resizing);
        // style elements need the nonce.
        development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob: https:",
        `connect-src 'self'${development ? ' ws:' : ''}`,
        "frame-src 'self'",
        "frame-ancestors 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        ...(https ? ['upgrade-insecure-requests'] : []),
      ].join('; '),
    )
    res.setHeader('X-Content-Type-Options', 'nosniff')
    res.setHeader('X-Frame-Options', 'SAMEORIGIN')
    res.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin')
    res.setHeader('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
    if (https) res.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    next()
  }
}
