import { Form } from '@remix-run/react'
import type { ApiToken } from '#core/users/user-schema.ts'
import { Button } from '../form/button.tsx'

/** The user's API tokens, each with a button that revokes it. */
export function ApiTokenList({ tokens }: { tokens: ApiToken[] }) {
  if (tokens.length === 0) return <p className="text-sm">You have no API tokens.</p>
  return (
    <ul className="flex flex-col divide-y divide-border rounded-xl border border-border bg-surface">
      {tokens.map((token) => (
        <li key={token.id} className="flex flex-col gap-2 p-4">
          <p className="font-medium break-words">{token.name}</p>
          <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
            <TokenDate name="Created" at={token.createdAt} />
            <TokenDate name="Last used" at={token.lastUsedAt} />
            <TokenDate name="Expires" at={token.expiresAt} />
          </dl>
          <RevokeForm token={token} />
        </li>
      ))}
    </ul>
  )
}

function TokenDate({ name, at }: { name: string; at: string | null }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      {/* The date in UTC, so that server and browser render the same text. */}
      <dd>{at ? <time dateTime={at}>{at.slice(0, 10)}</time> : 'never'}</dd>
    </div>
  )
}

/** Opens to ask before it revokes, which needs no JavaScript. */
function RevokeForm({ token }: { token: ApiToken }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-danger underline underline-offset-4 focus-visible:outline-2 focus-visible:outline-accent">
        Revoke<span className="sr-only"> {token.name}</span>
      </summary>
      <Form
        method="post"
        action="/settings"
        className="mt-3 flex flex-wrap items-center justify-between gap-3"
      >
        <input type="hidden" name="intent" value="revoke-token" />
        <input type="hidden" name="id" value={token.id} />
        <p>Programs that use this token stop working at once.</p>
        <Button variant="danger">
          Yes, revoke<span className="sr-only"> {token.name}</span>
        </Button>
      </Form>
    </details>
  )
}
