import { clip } from './answers.ts'

const MAX_WORDS = 8
const MAX_LENGTH = 60

/** A title cut from a message: its first words, capitalised, without closing punctuation. */
export function shortTitle(message: string): string {
  const words = message.replace(/["“”<>#*`]/g, '').match(/\S+/g) ?? []
  const cut = clip(words.slice(0, MAX_WORDS).join(' '), MAX_LENGTH).replace(/[\s.,;:!?]+$/, '')
  const title = cut.charAt(0).toUpperCase() + cut.slice(1)
  return title || 'Untitled'
}
