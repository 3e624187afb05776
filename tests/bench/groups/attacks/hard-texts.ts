import { randomUUID } from 'node:crypto'
import { HARD_MARKDOWN, repeated } from '#tests/support/hard-markdown.ts'
import type { Attack } from './attack.ts'
import { conversation, makePublicChat, newGuest, newGuests, turnBody } from './belongings.ts'

/** The longest text that a message may have. */
const MESSAGE = 200_000
const READERS = 20
const WRITERS = 15

const underscores = (length: number) => repeated('_a', length).slice(0, length)

/** Texts that cost parsers and indexes the most. */
export const hardTexts: Record<string, Attack> = {
  'stars-page': readHardPage('runs of stars'),
  'underscores-page': readHardPage('runs of underscores'),
  'small-documents': saveDocuments('40 kB', 40_000),
  'large-documents': saveDocuments('8 MB', 8_000_000),
  'small-messages': sendMessages('a message of 40 kB', [underscores(40_000)]),
  'large-messages': sendMessages('a message of 200 kB', [underscores(MESSAGE)]),
  'long-histories': sendMessages('a chat of 14 MB', [], 70),
}

function readHardPage(name: string): Attack {
  return {
    what: `page of 400 kB of ${name}, ${READERS} at once`,
    async prepare(origin) {
      const text = HARD_MARKDOWN[name]?.(MESSAGE).slice(0, MESSAGE) ?? ''
      const chatId = await makePublicChat(await newGuest(origin), [text, text])
      return (attacker) => attacker.askAgain(READERS, () => ({ path: `/chat/${chatId}` }))
    },
  }
}

function saveDocuments(size: string, length: number): Attack {
  return {
    what: `saving ${size} of _a_a, ${WRITERS} at once`,
    async prepare(origin) {
      const guests = await newGuests(origin, WRITERS)
      const body = Buffer.from(
        JSON.stringify({ title: 'Hard', content: underscores(length), kind: 'text' }),
      )
      return (attacker) =>
        attacker.askAgain(WRITERS, (index) => ({
          path: `/api/document?id=${randomUUID()}`,
          method: 'POST',
          cookie: guests[index]?.cookie() ?? '',
          body,
        }))
    },
  }
}

/** Begins chats again and again; with `replies` also with that many replies of the largest size. */
function sendMessages(what: string, texts: string[], replies = 0): Attack {
  return {
    what: `sending ${what} of _a_a, ${WRITERS} at once`,
    async prepare(origin) {
      const guests = await newGuests(origin, WRITERS)
      const messages = [
        ...conversation(Array<string>(replies).fill(underscores(MESSAGE))),
        ...texts.map((content) => ({ role: 'user', content })),
      ]
      const bodyOfOne = turnBody(messages)
      const afterId = bodyOfOne.slice(bodyOfOne.indexOf(','))
      return (attacker) =>
        attacker.askAgain(WRITERS, (index) => ({
          path: '/api/chat',
          method: 'POST',
          cookie: guests[index]?.cookie() ?? '',
          body: `{"id":"${randomUUID()}"${afterId}`,
        }))
    },
  }
}
