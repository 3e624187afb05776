import type { EntityManager } from '@mikro-orm/postgresql'

/** The little of `pg` that is touched here. */
type Client = { query(...args: unknown[]): unknown }
type Pool = { on(event: 'connect', listener: (client: Client) => void): unknown }

/** By text, the name under which a statement is prepared on each connection. */
const names = new Map<string, string>()

/**
 * Runs a statement of a hot path as a prepared one: Postgres parses and plans
 * it once a connection, which otherwise costs it several times the work itself
 * (MikroORM writes the parameters into the text, so that each is a new
 * statement). Takes part in the EntityManager's transaction.
 *
 * @param sql one constant text with `$1`, `$2`, …: each text stays prepared
 * @returns the rows, with timestamps as Postgres prints them
 */
export async function executePrepared<Row>(
  em: EntityManager,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  if (!names.has(sql)) names.set(sql, `parley_${names.size}`)
  const { rows } = await em.getKysely().executeQuery<Row>({
    sql,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: '' },
  })
  return rows
}

/** Makes the connections of a pool prepare the statements of {@link executePrepared}. */
export function preparesStatements(pool: Pool) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = (text: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? names.get(text) : undefined
      return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest)
    }
  })
}
