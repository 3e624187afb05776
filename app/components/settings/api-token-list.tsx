import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ApiToken } from '#core/users/user-schema.ts'

/** The user's API tokens, each with a button that revokes it. */
export function ApiTokenList({ tokens }: { tokens: ApiToken[] }) {
  if (tokens.length === 0) return <p>You have no API tokens.</p>
  return (
    <ul className="settings-list">
      {tokens.map((token) => (
        <li key={token.id}>
          <p>
            <strong>{token.name}</strong>
          </p>
          <dl className="token-dates">
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
    <div>
      <dt>{name}</dt>
      {/* The date in UTC, so that server and browser render the same text. */}
      <dd>{at ? <time dateTime={at}>{at.slice(0, 10)}</time> : 'never'}</dd>
    </div>
  )
}

/** Opens to ask before it revokes, which needs no JavaScript. */
function RevokeForm({ token }: { token: ApiToken }) {
  return (
    <details className="settings-details danger">
      <summary>
        Revoke<span className="sr-only"> {token.name}</span>
      </summary>
      <Form method="post" action={paths.settings()} className="row">
        <input type="hidden" name="intent" value="revoke-token" />
        <input type="hidden" name="id" value={token.id} />
        <p>Programs that use this token stop working at once.</p>
        <button type="submit" className="button small danger">
          Yes, revoke<span className="sr-only"> {token.name}</span>
        </button>
      </Form>
    </details>
  )
}
