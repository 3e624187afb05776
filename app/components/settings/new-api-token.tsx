/** A token that was just made: shown this once, selected with one click. */
export function NewApiToken({ name, token }: { name: string; token: string }) {
  return (
    <section
      aria-labelledby="new-token-title"
      className="flex flex-col gap-3 rounded-xl border border-accent bg-surface p-4"
    >
      <h2 id="new-token-title" className="font-semibold">
        Copy the token “{name}” now
      </h2>
      <p className="text-sm text-muted">
        It is shown only this once. Send it as <code>Authorization: Bearer</code> and the token.
      </p>
      <code className="block rounded-lg border border-border bg-bg px-3 py-2 text-sm break-all select-all">
        {token}
      </code>
    </section>
  )
}
