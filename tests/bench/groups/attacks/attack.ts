import type { Bench, Server } from '../../bench.ts'
import type { Row } from '../../results-table.ts'
import type { Attacker } from './attacker.ts'

/** What one visitor, or several of one network, do to the service. */
export type Attack = {
  what: string
  /** How long it lasts: 8 s by default. */
  seconds?: number
  /**
   * Makes what the attack needs, as a guest. Runs in the attacker's process,
   * before anybody watches.
   *
   * @returns the attack, which goes on until `attacker.ends`
   */
  prepare(origin: string): Promise<(attacker: Attacker) => Promise<unknown>>
  /** What is measured meanwhile besides the answers that others get; runs in the bench. */
  measure?(bench: Bench, server: Server, ends: AbortSignal): Promise<Row[]>
}
