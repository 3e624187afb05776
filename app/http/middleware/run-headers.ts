/** Headers of all that the sandbox of programs loads. Its origin is opaque, so every file is asked for from elsewhere. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-DNS-Prefetch-Control': 'off',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Whether a path belongs to the sandbox in which pages run the code of documents. */
export function isRunPath(path: string): boolean {
  return path.startsWith('/run/') || path.startsWith('/pyodide/')
}

/**
 * The security headers of a file of the sandbox. The two frames in which the code of
 * documents runs have policies of their own: no network, no storage, no other frame
 * (docs/decisions/0032-running-code.md).
 *
 * @param origin of the service: in an opaque origin `'self'` is not ours
 */
export function runHeaders(path: string, origin: string): Record<string, string> {
  return { ...HEADERS, 'Content-Security-Policy': policy(path, origin).join('; ') }
}

function policy(path: string, origin: string): string[] {
  const closed = [
    "default-src 'none'",
    'sandbox allow-scripts',
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  if (path === '/run/frame.html') {
    return [
      ...closed,
      // `blob:` is the program itself, as a module; the last one lets Python be compiled, not `eval`.
      `script-src ${origin}/run/ ${origin}/pyodide/ blob: 'wasm-unsafe-eval'`,
      'worker-src blob:',
      `connect-src ${origin}/pyodide/`,
    ]
  }
  if (path === '/run/preview.html') {
    return [
      ...closed,
      `script-src 'unsafe-inline' ${origin}/run/preview.js`,
      "style-src 'unsafe-inline'",
      'img-src data: blob:',
      'media-src data: blob:',
      'font-src data:',
    ]
  }
  return closed
}
