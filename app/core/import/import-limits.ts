/** What an imported chat may hold; this is known to the page as well, without the schemas. */
export const IMPORT_LIMITS = {
  /** Bytes of one request with chats. */
  bytes: 16 * 1024 * 1024,
  /** Chats of one request. */
  chats: 20,
  /** Messages of a chat. */
  messages: 2_000,
  /** Parts of a message. */
  parts: 500,
  /** Characters of one text. */
  text: 200_000,
  title: 200,
  /** Versions of the documents of a chat, and characters of all of them. */
  versions: 500,
  documents: 8_000_000,
  id: 200,
}
