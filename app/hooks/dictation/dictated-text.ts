/** Languages that are written without spaces between words. */
const WITHOUT_SPACES = /^(ja|zh|th|lo|km|my)\b/i

type Span = { start: number; end: number }

/**
 * Writes what is dictated into a field: where the caret is, and each better
 * guess in place of the one before. What is typed meanwhile stays.
 *
 * @param language the BCP 47 tag of the language that is spoken
 */
export function createDictatedText(area: HTMLTextAreaElement, language: string) {
  /** Where the words stand that may still change. */
  let guess: Span | null = null
  /** Whether somebody has changed those words by hand, which then stay as they are. */
  let isOverruled = false
  let isWriting = false
  let before = area.value

  function onInput() {
    if (isWriting) return
    if (guess) {
      guess = movedSpan(guess, before, area.value)
      isOverruled = guess === null
    }
    before = area.value
  }
  area.addEventListener('input', onInput)

  return {
    /** @param isFinal whether the words will not change any more */
    write(words: string, isFinal: boolean) {
      if (isOverruled) {
        isOverruled = !isFinal
        return
      }
      if (!guess && !words.trim()) return
      const { selectionStart, selectionEnd, value } = area
      const { start, end } = guess ?? { start: selectionStart, end: selectionEnd }
      const written = fitWords(words.trim(), value.slice(0, start), value.slice(end), language)
      const isCaretThere = selectionStart >= start && selectionEnd <= end
      area.setRangeText(written, start, end, isCaretThere ? 'end' : 'preserve')
      guess = isFinal ? null : { start, end: start + written.length }
      before = area.value
      isWriting = true
      area.dispatchEvent(new Event('input', { bubbles: true }))
      isWriting = false
      if (area.selectionEnd === area.value.length) area.scrollTop = area.scrollHeight
    },
    end: () => area.removeEventListener('input', onInput),
  }
}

/** The words as they continue what stands before them: with the space between, and a capital at the start of a sentence. */
export function fitWords(words: string, left: string, right: string, language: string): string {
  if (!words) return ''
  const startsSentence = /(^|[.!?…]\s*|\n\s*)$/.test(left)
  const fitted = startsSentence
    ? words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1)
    : words
  if (WITHOUT_SPACES.test(language)) return fitted
  const space = /[^\s([{"“„«]$/.test(left) && /^[^.,;:!?)]/.test(words) ? ' ' : ''
  return `${space}${fitted}${/^[\p{L}\p{N}]/u.test(right) ? ' ' : ''}`
}

/** Where a span is after a change of the text around it; null when it was changed itself. */
export function movedSpan({ start, end }: Span, before: string, after: string): Span | null {
  const grown = after.length - before.length
  if (before.slice(0, end) === after.slice(0, end)) return { start, end }
  if (start + grown >= 0 && before.slice(start) === after.slice(start + grown)) {
    return { start: start + grown, end: end + grown }
  }
  return null
}
