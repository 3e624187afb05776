type ChangeHeadingProps = {
  /** From 1. */
  number: number
  /** The number of the last change that the page shows. */
  last: number
  /** How many changes there are. */
  of: number
}

/** The heading of a change, with links to the one before and after. */
export function ChangeHeading({ number, last, of }: ChangeHeadingProps) {
  return (
    <h3 id={`change-${number}`} className="diff-heading" tabIndex={-1}>
      Change {number} of {of}
      <span className="diff-steps">
        {number > 1 && (
          <a href={`#change-${number - 1}`} aria-label="Previous change">
            ↑
          </a>
        )}
        {number < last && (
          <a href={`#change-${number + 1}`} aria-label="Next change">
            ↓
          </a>
        )}
      </span>
    </h3>
  )
}
