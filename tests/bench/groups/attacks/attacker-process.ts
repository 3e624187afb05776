import { setMaxListeners } from 'node:events'
import { createAttacker } from './attacker.ts'
import { ATTACKS } from './attacks.ts'

/** The process of an attacker: makes what the attack needs, and attacks when it is told to. */
export type AttackOrder = { origin: string; ms: number }
export type AttackReport = { statuses: Record<string, number> }

const [name = '', origin = ''] = process.argv.slice(2)
const attack = ATTACKS[name]
if (!attack) throw new Error(`There is no attack ${name}.`)
const run = await attack.prepare(origin)

process.once('message', async (order: AttackOrder) => {
  const end = new AbortController()
  setMaxListeners(0, end.signal)
  // Keeps the process alive, as connections that nobody reads do not.
  setTimeout(() => end.abort(), order.ms)
  const attacker = createAttacker(order.origin, end.signal)
  await run(attacker)
  process.send?.({ statuses: attacker.statuses } satisfies AttackReport, () => process.exit())
})
process.send?.('ready')
