import { Link } from '@remix-run/react'

type OtherWayProps = { question: string; to: string; label: string; redirectTo: string }

/** The line under a form that leads to the other one, and keeps where to go afterwards. */
export function OtherWay({ question, to, label, redirectTo }: OtherWayProps) {
  const query = redirectTo === '/' ? '' : `?${new URLSearchParams({ redirectTo })}`
  return (
    <p className="text-center text-sm text-muted">
      {question}{' '}
      <Link
        to={to + query}
        className="rounded font-medium text-fg underline underline-offset-4 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
      >
        {label}
      </Link>
    </p>
  )
}
