import type { CallerName, World } from './world.ts'

export type Sending = {
  path: string
  /** Sent as JSON. */
  json?: unknown
  /** Sent unchanged. */
  body?: BodyInit
  headers?: Record<string, string>
}

/** One case of an endpoint: who sends what, and what comes back. */
export type Row = {
  /** The method and the path, as in "GET /api/vote". */
  endpoint: string
  /** The condition of this case. */
  when: string
  as: CallerName
  /** Makes the records that the condition is about, and the request. */
  send(world: World): Sending | Promise<Sending>
  status: number
  /**
   * A text is compared exactly, an object is what the JSON must match. Left out,
   * the body must be a problem for 4xx and 5xx, and may be anything otherwise.
   */
  body?: unknown
  headers?: Record<string, string | RegExp>
  /** What the service logs at level error, if it should. */
  logs?: RegExp
  /** Checks the effect, or removes what the case has changed. */
  after?(world: World): Promise<void>
}

type Case = Omit<Row, 'endpoint' | 'as'> & { as?: CallerName | CallerName[] }

/** Makes the rows of one endpoint; a case without `as` is the owner's. */
export function rowsOf(endpoint: string, cases: Case[]): Row[] {
  return cases.flatMap(({ as = 'owner', ...row }) =>
    [as].flat().map((name) => ({ ...row, endpoint, as: name })),
  )
}
