import { readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runSql } from '#tests/support/database-server.ts'
import { runProcess } from '#tests/support/run-process.ts'
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts'

let dataDir: string
let stops: (() => Promise<void>)[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-postgres-test-'))
  stops = []
})

afterEach(async () => {
  for (const stop of stops) await stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(lines: string[] = []) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
  stops.push(postgres.stop)
  return postgres
}

async function startAndStop() {
  const postgres = await start()
  await postgres.stop()
  stops = []
  return postgres
}

const pidFile = () => join(dataDir, 'postgres/data/postmaster.pid')

describe('the embedded Postgres', () => {
  test('it keeps what was committed and requires the password', async () => {
    const first = await start()
    await runSql(first.url, 'create table kept (id int)')
    await first.stop()
    stops = []

    const second = await start()
    expect(await runSql(second.url, 'select * from kept')).toEqual([])
    const address = new URL(second.url)
    address.password = 'wrong'
    await expect(runSql(address.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  })

  test('it keeps what was committed before an immediate stop, as after a power failure', async () => {
    const first = await start()
    await runSql(first.url, 'create table kept (id int)')
    await first.stop({ immediate: true })
    stops = []

    const second = await start()
    expect(await runSql(second.url, 'select * from kept')).toEqual([])
  })

  test('it starts although another program now has the process id of its predecessor', async () => {
    await startAndStop()
    const stale = [process.pid, join(dataDir, 'postgres/data'), 1, 5432, '', '', '', 'ready', '']
    writeFileSync(pidFile(), stale.join('\n'))

    const postgres = await start()
    expect(await runSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('it takes over from a launcher that was killed together with its watchdog', async () => {
    const launcher = await runProcess('tests/support/run-embedded-postgres.ts', {
      DATA_DIR: dataDir,
    })
    const { pid, watchdog } = await launcher.waitForLog<{ pid: number; watchdog: number }>(
      (line) => line.msg === 'started',
    )
    process.kill(watchdog, 'SIGKILL')
    launcher.kill('SIGKILL')
    await launcher.exited
    expect(Number(readFileSync(pidFile(), 'utf8').split('\n')[0])).toBe(pid)

    const lines: string[] = []
    const postgres = await start(lines)
    expect(lines.join()).toContain(`its Postgres (process ${pid}) is being stopped`)
    expect(postgres.pid()).not.toBe(pid)
  })

  test('it starts over after an interrupted first start', async () => {
    await mkdir(join(dataDir, 'postgres/data.partial/base'), { recursive: true })
    const postgres = await start()
    expect(await runSql(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('data of another major version is refused with what to do about it', async () => {
    await startAndStop()
    writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '14\n')
    await expect(start()).rejects.toThrow(/made by Postgres 14.*pg_dump/)
  })

  test('a data directory in use is refused, also when this process uses it', async () => {
    await start()
    await expect(start()).rejects.toThrow(/already runs on/)
  })
})
