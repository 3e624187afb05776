import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'

const READERS = 20

/** Pages that need no session, and no attack at all, with which the others can be compared. */
export const pages: Record<string, Attack> = {
  none: {
    what: 'nobody attacks',
    async prepare() {
      return async ({ ends }) => {
        while (!ends.aborted) await sleep(100)
      }
    },
  },
  docs: {
    what: `/docs/api signed out, ${READERS} at once`,
    async prepare() {
      return (attacker) => attacker.askAgain(READERS, () => ({ path: '/docs/api' }))
    },
  },
}
