import type { ShownPart } from '#core/documents/diff/shown-text-diff.ts'

/**
 * Parts of a text with those marked that were deleted or inserted. The marks are
 * named for screen readers, most of which do not announce the elements.
 */
export function DiffParts({ parts }: { parts: ShownPart[] }) {
  return parts.map(({ type, text, leftOut }, index) => {
    const rest = leftOut ? (
      <span className="diff-left-out"> … {leftOut.toLocaleString('en')} characters … </span>
    ) : null
    if (type === 'same') {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never change
        <span key={index}>
          {text}
          {rest}
        </span>
      )
    }
    const Mark = type === 'deleted' ? 'del' : 'ins'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a comparison never change
      <Mark key={index}>
        <span className="sr-only"> {type === 'deleted' ? 'removed' : 'added'}: </span>
        {visible(text)}
        {rest}
        <span className="sr-only"> end. </span>
      </Mark>
    )
  })
}

/** Line breaks that were added or removed are shown by a sign. */
function visible(text: string): string {
  return text.replace(/\r?\n/g, (end) => (end.length > 1 ? '␍↵' : '↵'))
}
