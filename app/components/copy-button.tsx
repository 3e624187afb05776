/** What {@link useCopyButtons} copies: the code of the figure around, or the message. */
export type CopyTarget = 'code' | 'message'

/**
 * A button that copies what it stands in. It has no state and no handler: a
 * long chat has hundreds. Not shown without JavaScript.
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
