import type { Seed } from './seed.ts'
import type { ServerProcess } from './server-process.ts'

/** A running server: ours, or the floor that ours is measured against. */
export type Server = ServerProcess & { url: string }

export type Bench = {
  quick: boolean
  ours: Server
  floor: Server
  seed: Seed
  /** Starts another web process of ours like the one that runs. */
  startOurs(): Server
}
