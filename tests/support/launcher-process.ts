import { execFileSync, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { freeLoopbackPort } from '../../scripts/free-port.ts'

export type LauncherProcess = {
  pid: number
  url: string
  port: number
  /** Everything printed so far. */
  output(): string
  /** Resolves when the text has been printed; fails when the process ends before, or after 60 s. */
  prints(text: string): Promise<void>
  exited: Promise<{ code: number | null; signal: string | null }>
  /** All processes that it has started, directly or through others. */
  descendants(): Descendant[]
  kill(signal: NodeJS.Signals): void
  /** As a terminal does on Ctrl-C: to the whole process group. */
  killGroup(signal: NodeJS.Signals): void
}

export type Descendant = { pid: number; command: string }

type Options = {
  dataDir: string
  port?: number
  /** Default: `node scripts/start.js`. */
  command?: [string, ...string[]]
  uid?: number
  env?: Record<string, string>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const DEADLINE_MS = 60_000

/** Starts the one-machine launcher on a data directory, with nothing of our environment. */
export async function startLauncher(options: Options): Promise<LauncherProcess> {
  const port = options.port ?? (await freeLoopbackPort())
  const [file, ...args] = options.command ?? [process.execPath, 'scripts/start.js']
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: options.dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: options.dataDir,
    DRAIN_SECONDS: '5',
    ...options.env,
  }
  const child = spawn(file, args, {
    cwd: root,
    env: env as unknown as NodeJS.ProcessEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString()
    })
  }
  let ended = false
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('exit', (code, signal) => {
      ended = true
      resolve({ code, signal })
    })
  })
  const pid = child.pid ?? -1
  return {
    pid,
    port,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    async prints(text) {
      await until(() => output.includes(text) || ended, `printing "${text}":\n${output}`)
      if (!output.includes(text)) throw new Error(`It ended without printing "${text}":\n${output}`)
    },
    exited,
    descendants: () => descendantsOf(pid),
    kill: (signal) => void child.kill(signal),
    killGroup: (signal) => void process.kill(-pid, signal),
  }
}

/** Waits until a condition holds, asking every 50 ms. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const end = Date.now() + deadlineMs
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Returns those of the processes that still run. */
export function stillRunning(processes: Descendant[]): Descendant[] {
  const alive = new Map(listProcesses().map(({ pid, command }) => [pid, command]))
  return processes.filter(({ pid, command }) => alive.get(pid) === command)
}

function descendantsOf(ancestor: number): Descendant[] {
  const all = listProcesses()
  const found = new Set([ancestor])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all
    .filter(({ pid }) => found.has(pid) && pid !== ancestor)
    .map(({ pid, command }) => ({ pid, command }))
}

function listProcesses(): (Descendant & { parent: number })[] {
  const table = execFileSync('ps', ['-e', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, stat, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    if (!pid || !stat || stat.startsWith('Z')) return []
    return [{ pid: Number(pid), parent: Number(parent), command: command ?? '' }]
  })
}
