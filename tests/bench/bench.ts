import type { Seed } from './seed.ts'
import type { ServerProcess, StartOptions } from './server-process.ts'

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
  databaseUrl: string
  /** A folder for CPU profiles of web processes, where the command line names one. */
  profiles: string | undefined
  /** Starts another web process, like the one that is running. At most one is running at a time. */
  startWebProcess(options?: StartOptions): Server
  /** Starts a server of the same packages that has nothing of ours. At most one is running at a time. */
  startPackages(): Server
  /** Starts what `npm start` does, on the same database. */
  startLauncher(): Server
}
