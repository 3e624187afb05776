import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AttackOrder, AttackReport } from './attacker-process.ts'

const SCRIPT = fileURLToPath(new URL('./attacker-process.ts', import.meta.url))

/**
 * Starts the process of an attacker and waits until the attack is prepared.
 *
 * @param origin of the web process by which it is prepared
 */
export async function startAttacker(name: string, origin: string) {
  const child = fork(SCRIPT, [name, origin])
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`The attacker ended with ${code}.`)))
  })
  ended.catch(() => {})
  await Promise.race([once(child, 'message'), ended])
  return {
    /** Attacks. @returns how many requests were answered with each status */
    async attack(order: AttackOrder): Promise<AttackReport['statuses']> {
      child.send(order)
      const [{ statuses }] = await Promise.race([once(child, 'message'), ended])
      return statuses
    },
    stop: () => child.kill('SIGKILL'),
  }
}
