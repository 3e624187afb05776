import type { DocumentVersion } from '#core/documents/document-schema.ts'

/** Characters of a document that its page shows: all of it is sent twice, as HTML and as data. */
const SHOWN_CHARACTERS = 400_000

/** Characters that are loaded of it: one more, which tells that there is more. */
export const LOADED_CHARACTERS = SHOWN_CHARACTERS + 1

/** As much of a content as its page shows, and whether there is more; nothing of an image, which is loaded as a file. */
export function shownContent({ kind, content }: Pick<DocumentVersion, 'kind' | 'content'>) {
  if (kind === 'image' || content === null) return { content: '', isCut: false }
  return {
    // Half a character at its end would be another one in the HTML than in the data.
    content: content.slice(0, SHOWN_CHARACTERS).toWellFormed(),
    isCut: content.length > SHOWN_CHARACTERS,
  }
}
