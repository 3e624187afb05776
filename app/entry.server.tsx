import { Writable } from 'node:stream'
import type {
  ActionFunctionArgs,
  AppLoadContext,
  EntryContext,
  LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { readTheme } from '#app/theme.ts'
import { renderStaticErrorPage } from '#components/static-error-page.server.tsx'
import { type AppError, isAppError } from '#core/app-error.ts'
import { NonceProvider } from '#hooks/use-nonce.ts'
import { ThemeProvider } from '#hooks/use-theme.ts'
import { renderInTurn } from '#http/pages/page-turns.ts'
import { passRetryAfter } from '#http/pages/pass-retry-after.ts'
import { errorResponse } from '#http/responses/problem.ts'

/** Milliseconds after which a page that is still not complete is cut off. */
const ABORT_DELAY_MS = 10_000
const PAGE_BUFFER_BYTES = 64 * 1024

/**
 * Milliseconds that Remix waits for promises in a page's data. We have none
 * there; but Remix never clears the timer, which keeps the data in memory, so
 * the time is short.
 */
export const streamTimeout = 500

/**
 * Renders a page when it is its turn: streamed to browsers, complete in one piece
 * to crawlers. A page whose turn does not come is answered here: Remix would
 * take a thrown error for one of the page and render the page again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  context: AppLoadContext,
) {
  try {
    return await renderInTurn(context, () =>
      render(request, status, headers, remixContext, context),
    )
  } catch (error) {
    if (!isAppError(error)) throw error
    return refusedPage(error, request, headers, context)
  }
}

/**
 * Answers for a page that is not rendered, with what the page shows when a loader
 * has failed (page-loader.ts).
 *
 * @param headers of the page; its cookies are sent all the same
 */
async function refusedPage(
  error: AppError,
  request: Request,
  headers: Headers,
  context: AppLoadContext,
) {
  const problem = errorResponse(error, context)
  passRetryAfter(problem, context)
  const { status, statusText } = problem
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Cache-Control', 'no-store')
  const page = renderStaticErrorPage(
    { status, statusText, data: await problem.json() },
    readTheme(request.headers.get('cookie')),
  )
  return new Response(page, { status, headers })
}

function render(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { cspNonce, log }: AppLoadContext,
) {
  return new Promise<Response>((resolve, reject) => {
    let responseStatus = status
    let shellReady = false
    const ready = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady'
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={cspNonce}>
        <ThemeProvider value={readTheme(request.headers.get('cookie'))}>
          <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
        </ThemeProvider>
      </NonceProvider>,
      {
        nonce: cspNonce,
        [ready]() {
          shellReady = true
          const { writable, body } = createPageBody()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
          resolve(
            new Response(body, {
              headers,
              status: responseStatus,
            }),
          )
          // Until it is cleared, the timer keeps everything that the page was made of in memory.
          writable.once('close', () => clearTimeout(timer))
          pipe(writable)
        },
        onShellError: reject,
        onError(err) {
          responseStatus = 500
          if (shellReady) log.error({ err }, 'page failed while it was streamed')
        },
      },
    )
    const timer = setTimeout(abort, ABORT_DELAY_MS).unref()
  })
}

/**
 * Makes the body of a page. React writes it in pieces of two kilobytes; those
 * of one turn of the event loop are joined, which saves a system call for each.
 */
function createPageBody(): { writable: Writable; body: ReadableStream<Uint8Array> } {
  let pieces: Uint8Array[] = []
  let controller: ReadableStreamDefaultController<Uint8Array>
  let closed = false
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      closed = true
      writable.destroy()
    },
  })
  function flush() {
    if (closed || pieces.length === 0) return
    controller.enqueue(Buffer.concat(pieces))
    pieces = []
  }
  const writable = new Writable({
    highWaterMark: PAGE_BUFFER_BYTES,
    write(piece: Buffer, _encoding, done) {
      if (pieces.length === 0) setImmediate(flush)
      pieces.push(withoutPadding(piece))
      done()
    },
    final(done) {
      flush()
      if (!closed) controller.close()
      closed = true
      done()
    },
    // React cuts off a page that failed or took too long.
    destroy(error, done) {
      if (!closed) controller.error(error ?? new Error('The page was cut off.'))
      closed = true
      done(error)
    },
  })
  return { writable, body }
}

/**
 * A piece without the zero bytes at its end: where a character of several bytes does
 * not fit into the rest of a piece, React 18 leaves that rest empty and sends it
 * (https://github.com/facebook/react/issues/24985). HTML has no such characters.
 */
function withoutPadding(piece: Buffer): Buffer {
  let end = piece.length
  while (end > 0 && piece[end - 1] === 0) end -= 1
  return end === piece.length ? piece : piece.subarray(0, end)
}

/** Errors of page loaders and actions go to our log, not to the console. */
export function handleError(
  err: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) {
  if (request.signal.aborted || isAppError(err)) return
  // Somebody asked for an address that does not exist; the request's log line says so.
  if (isRouteErrorResponse(err) && err.status < 500) return
  context.log.error({ err }, 'request failed')
}
