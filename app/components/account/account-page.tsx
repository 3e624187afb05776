import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

/** The frame of the pages for signing in, registering and signing out: a card in the middle. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center bg-bg px-4 py-10 text-fg">
      <p className="mb-6 text-sm font-semibold tracking-wide text-muted">Parley</p>
      <section
        aria-labelledby="page-title"
        className="flex w-full max-w-sm flex-col gap-6 rounded-2xl border border-border bg-surface p-6 sm:p-8"
      >
        <h1 id="page-title" className="text-2xl font-semibold text-balance">
          {title}
        </h1>
        {children}
      </section>
    </main>
  )
}

type OtherFormLinkProps = { question: string; to: string; label: string }

/** The line below the sign-in form that leads to registration, and the other way round. */
export function OtherFormLink({ question, to, label }: OtherFormLinkProps) {
  return (
    <p className="text-center text-sm text-muted">
      {question}{' '}
      <Link
        to={to}
        className="rounded font-medium text-fg underline underline-offset-4 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-accent"
      >
        {label}
      </Link>
    </p>
  )
}
