import { PAGE_OF_TEXT } from '../../seed.ts'
import type { Attack } from './attack.ts'
import { makeDocument, newGuest } from './belongings.ts'

const MB = 1_000_000

/** Large documents that are read by many at once. */
export const documents: Record<string, Attack> = {
  'versions-25': readVersions(25, 12, 8 * MB),
  'versions-60': readVersions(60, 12, 8 * MB),
  'many-versions-25': readVersions(25, 500, 16_000),
  'many-versions-60': readVersions(60, 500, 16_000),
  'unread-versions': leaveUnread('all versions of 8 MB', (id) => `/api/document?id=${id}`),
  'unread-exports': leaveUnread('exports of 8 MB', (id) => `/api/document/${id}/export`),
  'unread-document-pages': leaveUnread('pages of 8 MB', (id) => `/documents/${id}`),
}

function readVersions(readers: number, versions: number, length: number): Attack {
  return {
    what: `${readers} × GET /api/document, ${versions} versions of ${length / 1_000} kB`,
    async prepare(origin) {
      const { guest, id } = await prepareDocument(origin, versions, length)
      return (attacker) =>
        attacker.askAgain(readers, () => ({
          path: `/api/document?id=${id}`,
          cookie: guest.cookie(),
        }))
    },
  }
}

function leaveUnread(what: string, path: (id: string) => string): Attack {
  return {
    what: `60 × ${what} that nobody reads`,
    async prepare(origin) {
      const { guest, id } = await prepareDocument(origin, 12, 8 * MB)
      return (attacker) =>
        attacker.askUnread(60, () => ({ path: path(id), cookie: guest.cookie() }))
    },
  }
}

async function prepareDocument(origin: string, versions: number, length: number) {
  const guest = await newGuest(origin)
  const text = PAGE_OF_TEXT.repeat(Math.ceil(length / PAGE_OF_TEXT.length)).slice(0, length)
  return { guest, id: await makeDocument(guest, Array<string>(versions).fill(text)) }
}
