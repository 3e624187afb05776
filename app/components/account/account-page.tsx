import type { ReactNode } from 'react'

/** The frame of the pages before the chat: one calm card in the middle. */
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
