import autocannon, { type Request } from 'autocannon'
import type { Bench, Server } from './bench.ts'
import type { Goal, Row } from './results-table.ts'
import { median } from './statistics.ts'

const CLIENTS = 16
const ROUNDS = 3

export type RateRequest = Pick<Request, 'method' | 'path' | 'body'> & {
  token: string
  /** Gives each request other ids, so that requests do not wait for each other's lock on a row. */
  vary?: () => Pick<Request, 'path' | 'body'>
}

/**
 * Measures the requests per second of 16 keep-alive clients and takes the median
 * of several rounds. The service and the baseline take turns, so that other work
 * on the machine slows down both.
 */
export async function compareRates(
  bench: Bench,
  what: string,
  request: RateRequest,
  goal: Goal,
): Promise<Row> {
  const seconds = bench.quick ? 0.7 : 1.2
  const ours: number[] = []
  const baseline: number[] = []
  await measureRate(bench.ours, request, seconds)
  await measureRate(bench.baseline, request, seconds / 2)
  for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round += 1) {
    ours.push(await measureRate(bench.ours, request, seconds))
    baseline.push(await measureRate(bench.baseline, request, seconds))
  }
  return { what, unit: 'requests/s', ours: median(ours), baseline: median(baseline), goal }
}

/** Measures the requests per second of 16 keep-alive clients. */
export async function measureRate(
  server: Server,
  { token, vary, ...request }: RateRequest,
  seconds: number,
): Promise<number> {
  const started = performance.now()
  const result = await autocannon({
    url: server.url,
    connections: CLIENTS,
    duration: seconds,
    requests: [
      {
        method: 'GET',
        ...request,
        headers: { cookie: `session-token=${token}`, 'content-type': 'application/json' },
        ...(vary && { setupRequest: (one: Request) => ({ ...one, ...vary() }) }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0 || result.requests.total === 0) {
    throw new Error(
      `${server.url}${request.path ?? ''}: ${result.non2xx} refused, ${result.errors} broken`,
    )
  }
  return result.requests.total / ((performance.now() - started) / 1000)
}
