const PATH = /^\/chat\/([0-9a-f-]{36})\/images\/([0-9a-f-]{36})\/(\d{1,3})$/

/**
 * The path at which an image is served that a message holds as a data URL.
 *
 * @param part the number of its part in the message, from 0
 */
export function messageImagePath(chatId: string, messageId: string, part: number): string {
  return `/chat/${chatId}/images/${messageId}/${part}`
}

/** Reads such a path; null when it is none. */
export function parseMessageImagePath(
  path: string,
): { chatId: string; messageId: string; part: number } | null {
  const [, chatId, messageId, part] = PATH.exec(path) ?? []
  return chatId && messageId && part ? { chatId, messageId, part: Number(part) } : null
}
