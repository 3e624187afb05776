import { randomUUID } from 'node:crypto'
import type { Attack } from './attack.ts'
import { newGuest, newGuests } from './belongings.ts'

const SENDERS = 800
const GUESTS = 40

/** Bodies that stand still after their first 660 kB. */
export const unfinishedBodies: Record<string, Attack> = {
  'bodies-signed-out': sendBodies('signed out', async () => []),
  'bodies-of-a-guest': sendBodies('of one guest', async (origin) => [await newGuest(origin)]),
  'bodies-of-guests': sendBodies(`of ${GUESTS} guests`, (origin) => newGuests(origin, GUESTS)),
}

function sendBodies(
  who: string,
  makeGuests: (origin: string) => ReturnType<typeof newGuests>,
): Attack {
  return {
    what: `${SENDERS} unfinished bodies ${who}`,
    async prepare(origin) {
      const guests = await makeGuests(origin)
      return (attacker) =>
        attacker.sendUnfinished(SENDERS, (index) => ({
          path: `/api/document?id=${randomUUID()}`,
          cookie: guests[index % guests.length]?.cookie() ?? '',
        }))
    },
  }
}
