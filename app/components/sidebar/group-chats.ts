import type { SidebarChat } from '#app/sidebar-chat.ts'

export type ChatGroup = { label: string; chats: SidebarChat[] }

const DAY_MS = 24 * 3600 * 1_000

const GROUPS = [
  { label: 'Today', maxDays: 0 },
  { label: 'Yesterday', maxDays: 1 },
  { label: 'Previous 7 days', maxDays: 7 },
  { label: 'Previous 30 days', maxDays: 30 },
  { label: 'Older', maxDays: Number.POSITIVE_INFINITY },
]

/**
 * Groups chats, which are sorted from newest to oldest, by how many days ago they were created.
 *
 * @param now in ISO 8601
 * @param offsetMinutes of the reader's time zone, as `Date.getTimezoneOffset` gives it
 */
export function groupChats(chats: SidebarChat[], now: string, offsetMinutes: number): ChatGroup[] {
  const dayOf = (time: string) => Math.floor((Date.parse(time) - offsetMinutes * 60_000) / DAY_MS)
  const today = dayOf(now)
  const groups: ChatGroup[] = []
  for (const chat of chats) {
    const age = today - dayOf(chat.createdAt)
    const label = GROUPS.find(({ maxDays }) => age <= maxDays)?.label ?? 'Older'
    const group = groups.at(-1)
    if (group?.label === label) group.chats.push(chat)
    else groups.push({ label, chats: [chat] })
  }
  return groups
}
