/** What is wrong with a form as a whole. Screen readers announce it when it appears. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p
      role="alert"
      className="rounded-lg border border-danger bg-danger/10 px-3 py-2 text-sm text-danger"
    >
      {message}
    </p>
  )
}
