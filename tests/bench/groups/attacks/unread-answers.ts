import { makeJpeg } from '#tests/support/test-images.ts'
import { replyPrompt } from '../../reply-script.ts'
import { uploadImage } from '../../upload-image.ts'
import type { Attack } from './attack.ts'
import { newGuest, newGuests, turnBody } from './belongings.ts'

const READERS = 60
const IMAGES = 4
const [WIDTH, HEIGHT] = [3_500, 2_450]

/** Images and replies that are asked for and not read. */
export const unreadAnswers: Record<string, Attack> = {
  'unread-images': {
    what: `${READERS} × /uploads/:name that nobody reads`,
    async prepare(origin) {
      const guest = await newGuest(origin)
      const photo = await makeJpeg(WIDTH, HEIGHT)
      const paths: string[] = []
      for (let n = 0; n < IMAGES; n += 1) {
        const { url } = await uploadImage(origin, guest.cookie(), photo)
        paths.push(new URL(url, origin).pathname)
      }
      return (attacker) =>
        attacker.askUnread(READERS, (index) => ({ path: paths[index % IMAGES] ?? '' }))
    },
  },
  'unread-replies': {
    what: `${READERS} replies of 500 kB that nobody reads`,
    async prepare(origin) {
      const guests = await newGuests(origin, READERS)
      const content = replyPrompt({ words: 500, letters: 1_000, intervalMs: 15 })
      return (attacker) =>
        attacker.askUnread(READERS, (index) => ({
          path: '/api/chat',
          method: 'POST',
          cookie: guests[index]?.cookie() ?? '',
          body: turnBody([{ role: 'user', content }]),
        }))
    },
  },
}
