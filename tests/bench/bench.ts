import type { Seed } from './seed.ts'
import type { ServerProcess } from './server-process.ts'

/** A running server: the service, or the baseline that it is compared with. */
export type Server = ServerProcess & { url: string }

/** What a group of measurements gets. */
export type Bench = {
  /** Measure less: the figures vary more. */
  quick: boolean
  ours: Server
  baseline: Server
  worker: ServerProcess
  seed: Seed
  /** Starts another web process, like the one that is running. */
  startWebProcess(): Server
  /** Starts what `npm start` does, on the same database. */
  startLauncher(): Server
}
