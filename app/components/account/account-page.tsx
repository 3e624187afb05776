import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'

/** The frame of the pages for signing in, registering and signing out: a card in the middle. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="account-page">
      <p className="wordmark">
        <Icon name="mark" /> Parley
      </p>
      <section aria-labelledby="page-title" className="account-card">
        <h1 id="page-title">{title}</h1>
        {children}
      </section>
    </main>
  )
}

type OtherFormLinkProps = { question: string; to: string; label: string }

/** The line below the sign-in form that leads to registration, and the other way round. */
export function OtherFormLink({ question, to, label }: OtherFormLinkProps) {
  return (
    <p className="account-note is-centred">
      {question} <Link to={to}>{label}</Link>
    </p>
  )
}
