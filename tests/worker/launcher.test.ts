import { accessSync, chownSync, constants, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClient } from '#tests/support/client.ts'
import {
  type Descendant,
  type LauncherProcess,
  startLauncher,
  stillRunning,
  until,
} from '#tests/support/launcher-process.ts'

const READY = 'Parley runs at http://'
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

let dataDir: string
let started: LauncherProcess[]
let seen: Descendant[]

beforeEach(() => {
  // Mode 0700: as root, a place that the user who runs Postgres may not enter.
  dataDir = mkdtempSync(join(tmpdir(), 'parley-launcher-'))
  started = []
  seen = []
})

afterEach(async () => {
  for (const launcher of started) {
    seen.push(...launcher.descendants())
    launcher.kill('SIGTERM')
    await launcher.exited
  }
  killAll(stillRunning(seen))
  rmSync(dataDir, { recursive: true, force: true })
})

async function launch(options: Partial<Parameters<typeof startLauncher>[0]> = {}) {
  const launcher = await startLauncher({ dataDir, ...options })
  started.push(launcher)
  return launcher
}

async function launchReady(options: Parameters<typeof launch>[0] = {}) {
  const launcher = await launch(options)
  await launcher.prints(READY)
  seen = [...seen, ...launcher.descendants()]
  return launcher
}

async function isReady(launcher: LauncherProcess) {
  const response = await fetch(`${launcher.url}/readyz`).catch(() => undefined)
  return response?.status === 200
}

function find(launcher: LauncherProcess, pattern: RegExp): number {
  const found = launcher.descendants().find(({ command }) => pattern.test(command))
  if (!found) throw new Error(`No such process: ${pattern}`)
  return found.pid
}

function killAll(processes: Descendant[]) {
  for (const { pid } of processes) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just gone by itself.
    }
  }
}

const WEB = /node.* server\.ts$/
const WORKER = /node.* worker\/index\.ts$/
const POSTGRES = /bin\/postgres -D/

describe('npm start', { timeout: 120_000 }, () => {
  test('it starts everything on an empty data directory, and one SIGTERM stops all of it', async () => {
    const launcher = await launchReady()

    expect(launcher.output()).toContain(`${READY}127.0.0.1:${launcher.port}`)
    expect(launcher.output()).toContain('built-in demo model')
    expect(await isReady(launcher)).toBe(true)
    expect(find(launcher, WORKER)).toBeGreaterThan(0)
    if (isRoot) expect(statSync(`/proc/${find(launcher, POSTGRES)}`).uid).toBe(NOBODY)

    launcher.kill('SIGTERM')
    expect(await launcher.exited).toEqual({ code: 0, signal: null })
    expect(launcher.output()).toContain('Stopped.')
    expect(seen.length).toBeGreaterThanOrEqual(4)
    expect(stillRunning(seen)).toEqual([])
  })

  test('one Ctrl-C, delivered by npm and by the terminal, stops everything in order', async () => {
    const launcher = await launchReady()
    launcher.killGroup('SIGINT')
    launcher.kill('SIGINT')
    expect(await launcher.exited).toEqual({ code: 0, signal: null })
    expect(launcher.output()).toContain('Stopped.')
    expect(launcher.output()).not.toContain('Stopping at once.')
    expect(stillRunning(seen)).toEqual([])
  })

  test('a signal to npm stops everything', async () => {
    const launcher = await launchReady({ command: ['npm', 'start'] })
    launcher.kill('SIGTERM')
    await launcher.exited
    await until(() => stillRunning(seen).length === 0, 'the end of all processes')
    expect(launcher.output()).toContain('Stopped.')
  })

  test('a second start on the same data directory is refused, and the first goes on', async () => {
    const first = await launchReady()
    const second = await launch()

    expect((await second.exited).code).toBe(1)
    expect(second.output()).toContain(`Parley already runs on ${dataDir} (process ${first.pid})`)
    expect(await isReady(first)).toBe(true)
  })

  test('a taken port is named in the output', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    const launcher = await launch({ port })

    expect((await launcher.exited).code).toBe(1)
    expect(launcher.output()).toContain(`Port ${port} is taken by another program`)
    other.close()
  })

  test('an invalid variable is named, and nothing is started', async () => {
    const launcher = await launch({ env: { LOG_LEVEL: 'loud' } })
    expect((await launcher.exited).code).toBe(78)
    expect(launcher.output()).toContain('LOG_LEVEL: "loud" is not valid')
  })

  test('what was acknowledged is there after everything was killed at once', async () => {
    const first = await launchReady()
    const user = await createClient(first.url).register()
    const processes = first.descendants()
    first.kill('SIGKILL')
    killAll(processes)
    await first.exited

    const second = await launchReady()
    const again = await createClient(second.url).post('/api/users', {
      email: user.email,
      password: 'correct horse battery',
    })
    expect(again.status).toBe(409)
  })

  test('no process is left when the launcher alone is killed, and it can start again at once', async () => {
    const first = await launchReady()
    first.kill('SIGKILL')
    await first.exited
    const firstRun = seen
    const second = await launchReady({ port: first.port })
    expect(await isReady(second)).toBe(true)
    expect(stillRunning(firstRun)).toEqual([])
  })

  test('the web process and Postgres are restarted at the same addresses after they were killed', async () => {
    const launcher = await launchReady()
    const web = find(launcher, WEB)
    process.kill(web, 'SIGKILL')
    await launcher.prints('The web process ended unexpectedly (SIGKILL)')
    await until(() => isReady(launcher), 'the web process to answer again')

    process.kill(find(launcher, POSTGRES), 'SIGKILL')
    await launcher.prints('Postgres runs again.')
    await until(() => isReady(launcher), 'the database to answer again')
    seen.push(...launcher.descendants())
    launcher.kill('SIGTERM')
    expect((await launcher.exited).code).toBe(0)
    expect(stillRunning(seen)).toEqual([])
  })

  test.skipIf(!isRoot || !othersMayEnter(import.meta.dirname))(
    'it runs as an ordinary user too',
    async () => {
      chownSync(dataDir, NOBODY, NOBODY)
      const launcher = await launchReady({ uid: NOBODY })
      expect(await isReady(launcher)).toBe(true)
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY)
    },
  )
})

function othersMayEnter(folder: string): boolean {
  accessSync(folder, constants.R_OK)
  const parent = dirname(folder)
  return (statSync(folder).mode & 0o005) === 0o005 && (parent === folder || othersMayEnter(parent))
}
