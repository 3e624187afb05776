import { PassThrough } from 'node:stream'
import {
  type ActionFunctionArgs,
  type AppLoadContext,
  createReadableStreamFromReadable,
  type EntryContext,
  type LoaderFunctionArgs,
} from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { isbot } from 'isbot'
import { renderToPipeableStream } from 'react-dom/server'
import { isAppError } from '#core/app-error.ts'
import { NonceProvider } from '#hooks/use-nonce.ts'

/** Milliseconds after which a page that is still not whole is cut off. */
const ABORT_DELAY_MS = 10_000

/** Renders a page; streams it to people, gives it whole to crawlers. */
export default function handleRequest(
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
        <RemixServer context={remixContext} url={request.url} nonce={cspNonce} />
      </NonceProvider>,
      {
        nonce: cspNonce,
        [ready]() {
          shellReady = true
          const body = new PassThrough()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
          resolve(
            new Response(createReadableStreamFromReadable(body), {
              headers,
              status: responseStatus,
            }),
          )
          pipe(body)
        },
        onShellError: reject,
        onError(err) {
          responseStatus = 500
          if (shellReady) log.error({ err }, 'page failed while it was streamed')
        },
      },
    )
    setTimeout(abort, ABORT_DELAY_MS).unref()
  })
}

/** Errors of page loaders and actions go to our log, not to the console. */
export function handleError(
  err: unknown,
  { request, context }: LoaderFunctionArgs | ActionFunctionArgs,
) {
  if (request.signal.aborted || isAppError(err)) return
  // An address that no page has is the visitor's slip, and in the request's log line.
  if (isRouteErrorResponse(err) && err.status < 500) return
  context.log.error({ err }, 'request failed')
}
