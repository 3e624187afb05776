import type { ErrorResponse } from '@remix-run/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Theme, themeAttribute } from '#app/theme.ts'
import stylesheet from '../styles/app.css?url'
import { ErrorPage } from './error-page.tsx'
import { ThemeHead } from './theme-head.tsx'

/**
 * Renders the error page as a document of its own. It is so small that it needs
 * no turn: no routes, no data, no script.
 */
export function renderStaticErrorPage(error: ErrorResponse, theme: Theme): string {
  const page = renderToStaticMarkup(
    <html lang="en" data-theme={themeAttribute(theme)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeHead theme={theme} />
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
