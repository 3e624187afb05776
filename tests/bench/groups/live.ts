import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Bench, Server } from '../bench.ts'
import type { Row } from '../results-table.ts'
import type { SeedUser } from '../seed.ts'
import { median, quantile } from '../statistics.ts'

const CONNECTIONS = 500
const TURNS_A_SECOND = 50
const IDLE_MS = 3_000
const DATABASE_CLIENTS = 8

/**
 * What open pages cost: 500 connections to `/live` that hear nothing, then 50 turns a
 * second, each of which tells of its begin and its end, and then as many as eight
 * connections to the database can write. The turns are only written into the database,
 * so that what is measured is what the hints add: to the statements of a turn (the
 * baseline is the same turns with no page open), and to the web process.
 */
export async function live({ ours, seed, databaseUrl, quick }: Bench): Promise<Row[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: DATABASE_CLIENTS })
  const users = seed.users.slice(0, CONNECTIONS)
  const seconds = quick ? 2 : 5
  const what = (figure: string) => `${CONNECTIONS} open pages, ${figure}`
  try {
    const memoryBefore = ours.memory()
    const pages = await openPages(ours, users)
    await sleep(1_000)
    const memory = ((ours.memory() - memoryBefore) * 1024) / users.length
    const idleCpu = await cpuOf(ours, () => sleep(IDLE_MS))
    let statements: number[] = []
    const cpu = await cpuOf(ours, async () => {
      statements = await writeTurns(pool, users, seconds)
    })
    const hints = pages.hints()
    const rate = await fastestTurns(pool, users, seconds)
    pages.close()
    await pool.query('update user_account set live_until = null')
    await sleep(500)
    const silent = await writeTurns(pool, users, seconds)
    const silentRate = await fastestTurns(pool, users, seconds)
    return [
      { what: what('memory each'), unit: 'KiB', ours: memory, goal: { atMost: 100 } },
      { what: what('processor while idle'), unit: 'ms/s', ours: idleCpu / (IDLE_MS / 1000) },
      { what: what('hints that came'), unit: '', ours: hints },
      { what: what('processor for a hint'), unit: 'ms', ours: cpu / hints, goal: { atMost: 1 } },
      {
        what: `a turn's statement with hints, p50`,
        unit: 'ms',
        ours: median(statements),
        baseline: median(silent),
        goal: { timesBaseline: 3 },
      },
      {
        what: `a turn's statement with hints, p99`,
        unit: 'ms',
        ours: quantile(statements, 0.99),
        baseline: quantile(silent, 0.99),
      },
      {
        // Commits that notify wait for each other (docs/decisions/0043-open-pages-follow.md).
        what: 'turns with hints that eight connections write',
        unit: 'turns/s',
        ours: rate,
        baseline: silentRate,
        goal: { atLeast: 50 },
      },
    ]
  } finally {
    await pool.end()
  }
}

/** Milliseconds of processor time that a server used meanwhile. */
async function cpuOf(server: Server, work: () => Promise<unknown>): Promise<number> {
  const before = await server.cpu()
  await work()
  return ((await server.cpu()) - before) / 1_000
}

/** Connects each user to `/live`. */
async function openPages({ url }: Server, users: SeedUser[]) {
  const agent = new Agent({ maxSockets: users.length })
  let hints = 0
  const open = await Promise.all(
    users.map(async ({ token }) => {
      const request = get(`${url}/live`, { agent, headers: { cookie: `session-token=${token}` } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      if (response.statusCode !== 200) throw new Error(`/live: ${response.statusCode}`)
      response.setEncoding('utf8').on('data', (text: string) => {
        hints += text.split('data: ').length - 1
      })
      response.on('error', () => {})
      return response
    }),
  )
  return {
    hints: () => hints,
    close() {
      for (const response of open) response.destroy()
    },
  }
}

/** Stores the begin and the end of a reply, as they are stored around a model's call. */
async function writeTurn(pool: pg.Pool, { chatId }: SeedUser, times: number[]): Promise<void> {
  const timed = async (text: string, values: unknown[]) => {
    const started = performance.now()
    await pool.query(text, values)
    times.push(performance.now() - started)
  }
  const id = randomUUID()
  await timed(
    `insert into message (id, chat_id, position, role, parts, status, heartbeat_at)
     select $1, $2, coalesce(max(position), -1) + 1, 'assistant', '[]', 'streaming', now()
       from message where chat_id = $2`,
    [id, chatId],
  )
  await timed(`update message set status = 'complete' where id = $1`, [id])
}

/** Stores so many turns a second; milliseconds of each statement. */
async function writeTurns(pool: pg.Pool, users: SeedUser[], seconds: number): Promise<number[]> {
  const times: number[] = []
  const turns: Promise<void>[] = []
  const started = performance.now()
  for (let turn = 0; turn < seconds * TURNS_A_SECOND; turn += 1) {
    const at = started + (turn * 1_000) / TURNS_A_SECOND
    if (at > performance.now()) await sleep(at - performance.now())
    const user = users[turn % users.length]
    if (user) turns.push(writeTurn(pool, user, times))
  }
  await Promise.all(turns)
  await sleep(500)
  return times
}

/** Turns a second, where each connection begins the next when one is stored. */
async function fastestTurns(pool: pg.Pool, users: SeedUser[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let turns = 0
  async function write(connection: number) {
    for (let at = connection; performance.now() < until; at += DATABASE_CLIENTS) {
      const user = users[at % users.length]
      if (user) await writeTurn(pool, user, [])
      turns += 1
    }
  }
  await Promise.all(Array.from({ length: DATABASE_CLIENTS }, (_, index) => write(index)))
  return turns / seconds
}
