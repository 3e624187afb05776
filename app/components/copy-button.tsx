/** What the button copies: the code block or the message that it stands in. */
type CopyTarget = 'code' | 'message'

/**
 * A button that copies the code block or the message that it stands in. The
 * click is handled by `useCopyButtons`, once for a page, since a long chat has
 * hundreds of these buttons. Hidden without JavaScript.
 */
export function CopyButton({ target, label }: { target: CopyTarget; label: string }) {
  return (
    <button
      type="button"
      className="icon-button i-copy needs-js"
      data-copy={target}
      aria-label={label}
    />
  )
}
