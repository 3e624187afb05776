const MAX_WORDS = 8
const MAX_LENGTH = 60

/** A title out of the first words of a message, capitalised, without closing punctuation. */
export function shortTitle(message: string): string {
  const words = message.replace(/["“”<>#*`]/g, '').match(/\S+/g) ?? []
  const cut = truncate(words.slice(0, MAX_WORDS).join(' '), MAX_LENGTH).replace(/[\s.,;:!?]+$/, '')
  const title = cut.charAt(0).toUpperCase() + cut.slice(1)
  return title || 'Untitled'
}

/** A text of at most `length` characters; an ellipsis stands for what is left out. */
export function truncate(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}
