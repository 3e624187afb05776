import { PAGE_OF_TEXT } from '../../seed.ts'
import type { Attack } from './attack.ts'
import { makePublicChat, newGuest } from './belongings.ts'

const READERS = 20
const CHATS = 3
const REPLIES = 70
const REPLY = 200_000

/** Public chats of 14 MB. */
export const largeChats: Record<string, Attack> = {
  'large-pages': attackChats('page', (id) => `/chat/${id}`),
  'large-chats': attackChats('GET /api/chat', (id) => `/api/chat?id=${id}`),
  'large-exports': attackChats('export as JSON', exportPath('json')),
  'large-markdown': attackChats('export as Markdown', exportPath('markdown')),
  'unread-pages': attackChats('page', (id) => `/chat/${id}`, 60),
  'unread-chats': attackChats('GET /api/chat', (id) => `/api/chat?id=${id}`, 60),
  'unread-chat-exports': attackChats('export as JSON', exportPath('json'), 60),
}

function exportPath(format: string) {
  return (id: string) => `/api/chat/${id}/export?format=${format}`
}

/** @param unread how many ask at once without reading; without it, the answers are read */
function attackChats(what: string, path: (id: string) => string, unread?: number): Attack {
  return {
    what: unread
      ? `public chats of 14 MB, ${unread} × ${what} that nobody reads`
      : `public chats of 14 MB, ${what}, ${READERS} at once`,
    async prepare(origin) {
      const guest = await newGuest(origin)
      const text = PAGE_OF_TEXT.repeat(REPLY / PAGE_OF_TEXT.length)
      const ids: string[] = []
      for (let n = 0; n < CHATS; n += 1) {
        ids.push(await makePublicChat(guest, Array<string>(REPLIES).fill(text)))
      }
      const call = (index: number) => ({
        path: path(ids[index % CHATS] ?? ''),
        cookie: guest.cookie(),
      })
      return (attacker) =>
        unread ? attacker.askUnread(unread, call) : attacker.askAgain(READERS, call)
    },
  }
}
