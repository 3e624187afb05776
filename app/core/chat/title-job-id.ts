/**
 * The id of the job that writes a chat's title: one for each chat, ever. When
 * the chat has been deleted, another may be made under its id, and gets its own.
 *
 * @param createdAt of the chat, ISO 8601
 */
export function titleJobId(chatId: string, createdAt: string): string {
  return `title-${chatId}-${Date.parse(createdAt)}`
}
