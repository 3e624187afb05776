import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react'
import { useNonce } from '#hooks/use-nonce.ts'
import stylesheet from './styles/app.css?url'

export const links = () => [{ rel: 'stylesheet', href: stylesheet }]

export default function App() {
  const nonce = useNonce()
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}
