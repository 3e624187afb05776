import type { ChatSummary } from '#core/chat/update-chat.ts'

export type ChatGroup = { label: string; chats: ChatSummary[] }

const DAY_MS = 24 * 3600 * 1_000

const GROUPS = [
  { label: 'Today', days: 0 },
  { label: 'Yesterday', days: 1 },
  { label: 'Previous 7 days', days: 7 },
  { label: 'Previous 30 days', days: 30 },
  { label: 'Older', days: Number.POSITIVE_INFINITY },
]

/**
 * Groups chats, newest first, by how many days ago they began.
 *
 * @param now ISO time
 * @param offsetMinutes of the reader's clock to UTC, as `Date.getTimezoneOffset` gives it
 */
export function groupChats(chats: ChatSummary[], now: string, offsetMinutes: number): ChatGroup[] {
  const day = (time: string) => Math.floor((Date.parse(time) - offsetMinutes * 60_000) / DAY_MS)
  const today = day(now)
  const groups: ChatGroup[] = []
  for (const chat of chats) {
    const age = today - day(chat.createdAt)
    const label = GROUPS.find(({ days }) => age <= days)?.label ?? 'Older'
    const group = groups.at(-1)
    if (group?.label === label) group.chats.push(chat)
    else groups.push({ label, chats: [chat] })
  }
  return groups
}
