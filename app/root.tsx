import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ErrorPage } from '#components/error-page.tsx'
import { ThemeHead } from '#components/theme-head.tsx'
import { useNonce } from '#hooks/use-nonce.ts'
import { useTheme } from '#hooks/use-theme.ts'
import font from './fonts/geist-latin-wght-normal.woff2?url'
import stylesheet from './styles/app.css?url'
import { themeAttribute } from './theme.ts'

export const links = () => [
  { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

export const meta = () => [{ title: 'Parley' }]

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  const theme = useTheme()
  return (
    <html lang="en" data-theme={themeAttribute(theme)}>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <ThemeHead theme={theme} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />
}
