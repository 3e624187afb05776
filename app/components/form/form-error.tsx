/** What is wrong with a form as a whole. Screen readers announce it when it appears. */
export function FormError({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p role="alert" className="form-error">
      {message}
    </p>
  )
}
