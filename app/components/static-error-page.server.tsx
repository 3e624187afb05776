import type { ErrorResponse } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import stylesheet from '../styles/app.css?url'
import { ErrorPage } from './error-page.tsx'

/**
 * Renders the error page as a document of its own. It is so small that it needs
 * no turn: no routes, no data, no script.
 */
export function renderStaticErrorPage(error: ErrorResponse): string {
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Parley</title>
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <ErrorPage error={{ ...error, internal: false }} />
      </body>
    </html>,
  )
  return `<!DOCTYPE html>${page}`
}
