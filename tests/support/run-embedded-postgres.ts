import { execFileSync } from 'node:child_process'
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts'

/** A launcher with nothing but Postgres, for tests to kill. */
const postgres = await startEmbeddedPostgres({
  dataDir: process.env.DATA_DIR ?? '',
  log: () => {},
})
const children = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
const watchdog = children
  .split('\n')
  .map((line) => line.trim().split(/\s+/))
  .find(([, parent, ...args]) => Number(parent) === process.pid && args[0] === '/bin/sh')
console.log(
  JSON.stringify({ msg: 'started', pid: postgres.pid(), watchdog: Number(watchdog?.[0]) }),
)
setInterval(() => {}, 60_000)
