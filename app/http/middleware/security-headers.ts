import { randomBytes } from 'node:crypto'
import type { RequestHandler } from 'express'
import { isRunPath, runHeaders } from './run-headers.ts'

/** Headers of uploaded images: any page may show one, and nothing in it can run. */
const IMAGE_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Headers of `/api`, whose answers are never shown as a page. */
const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Headers of pages, besides the Content-Security-Policy. */
const PAGE_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // A message can be dictated.
  'Permissions-Policy': 'camera=(), microphone=(self), geolocation=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const HTTPS_HEADERS = { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }

type Options = { development: boolean; https: boolean }

/**
 * Makes the middleware that sets the security headers. A page gets a
 * Content-Security-Policy with a fresh nonce: scripts and styles run only from
 * our own files or with the nonce, and only our own pages may frame it (the
 * live reply without JavaScript is a frame).
 */
export function securityHeaders(options: Options): RequestHandler {
  const headersOf = (headers: Record<string, string>) =>
    new Map(Object.entries({ ...headers, ...(options.https && HTTPS_HEADERS) }))
  const imageHeaders = headersOf(IMAGE_HEADERS)
  const apiHeaders = headersOf(API_HEADERS)
  const pageHeaders = headersOf(PAGE_HEADERS)
  return (req, res, next) => {
    if (req.path.startsWith('/uploads/')) {
      res.setHeaders(imageHeaders)
    } else if (req.path.startsWith('/api/')) {
      res.setHeaders(apiHeaders)
    } else if (isRunPath(req.path)) {
      res.setHeaders(headersOf(runHeaders(req.path, res.locals.origin)))
    } else {
      const nonce = randomBytes(16).toString('base64')
      res.locals.cspNonce = nonce
      res.setHeader('Content-Security-Policy', pagePolicy(nonce, options))
      res.setHeaders(pageHeaders)
    }
    next()
  }
}

function pagePolicy(nonce: string, { development, https }: Options): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // Style elements need the nonce; Vite adds its own without one.
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // Scripts of ours (editors, resizing) set style attributes of elements.
    "style-src-attr 'unsafe-inline'",
    // An image of another host would tell it what a chat says (docs/decisions/0010-images-are-served-by-us.md).
    "img-src 'self' data: blob:",
    `connect-src 'self'${development ? ' ws:' : ''}`,
    "frame-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
