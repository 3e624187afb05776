import type { Compilable, Kysely } from 'kysely'
import { Query } from 'pg'
import { toJsonParameter } from './json-parameter.ts'
import { type Database, kysely } from './kysely.ts'
import type { EntityManager } from './orm.ts'

/** Of a connection of `pg`, the only method that is used here. */
type Connection = { query(...args: unknown[]): unknown }

/** The name under which each statement is prepared on every connection, by its text. */
const names = new Map<string, string>()

/** Stands for the value of a named parameter while a statement is built. */
class Parameter {
  /** Makes MikroORM take it for a part of the query, and not convert it as a value. */
  readonly kind = 'ParameterPlaceholder'
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The parameter ${this.name} has no value while the statement is built.`)
  }
}

/** Makes a query out of placeholders, which it may hand on to the query but not look at. */
type BuildQuery<Parameters, Row> = (db: Kysely<Database>, parameters: Parameters) => Compilable<Row>

/** Runs a statement with the values of its parameters; resolves to the rows. */
type RunStatement<Parameters, Row> = (em: EntityManager, values: Parameters) => Promise<Row[]>

/**
 * Makes a function that runs one statement of a hot path. The query is built
 * and compiled at the first call only, and Postgres parses and plans it once a
 * connection: both together cost several times the work itself
 * (docs/decisions/0013-data-access.md). The function takes part in the
 * EntityManager's transaction. Objects and arrays are sent as JSON.
 */
export function prepared<Parameters extends object, Row>(
  build: BuildQuery<Parameters, Row>,
): RunStatement<Parameters, Row> {
  return statementOf(build, (text) => {
    if (!names.has(text)) names.set(text, `parley_${names.size}`)
  })
}

/**
 * Like {@link prepared}, but Postgres plans each run anew: for a statement of
 * which the best plan depends on the values, as in a search for words.
 */
export function compiled<Parameters extends object, Row>(
  build: BuildQuery<Parameters, Row>,
): RunStatement<Parameters, Row> {
  return statementOf(build, () => {})
}

function statementOf<Parameters extends object, Row>(
  build: BuildQuery<Parameters, Row>,
  onCompiled: (text: string) => void,
): RunStatement<Parameters, Row> {
  let statement: { text: string; parameters: readonly unknown[] } | undefined

  function compile(em: EntityManager) {
    const placeholders = new Proxy({} as Parameters, {
      get: (_, name) => new Parameter(String(name)),
    })
    const { sql, parameters } = build(kysely(em), placeholders).compile()
    onCompiled(sql)
    return { text: sql, parameters }
  }

  return async function runStatement(em, values) {
    statement ??= compile(em)
    const { text } = statement
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Parameter
        ? toDatabaseValue(values[parameter.name as keyof Parameters])
        : parameter,
    )
    for (const [index, parameter] of parameters.entries()) {
      if (parameter instanceof Promise) parameters[index] = await parameter
    }
    const { rows } = await em.getKysely().executeQuery<Row>(rawQuery(text, parameters))
    return rows
  }
}

function rawQuery(sql: string, parameters: unknown[]) {
  const query = { kind: 'RawNode' as const, sqlFragments: [sql], parameters: [] }
  return { sql, parameters, query, queryId: { queryId: '' } }
}

/** Objects and arrays become JSON; `pg` by itself would make an array one of Postgres' own type. */
function toDatabaseValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? toJsonParameter(value) : value
}

/** Makes a connection prepare the statements of {@link prepared} under their names. */
export function prepareStatements(connection: Connection): void {
  const query = connection.query.bind(connection)
  connection.query = (text: unknown, values: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? names.get(text) : undefined
    if (typeof text !== 'string' || !name) return query(text, values, ...rest)
    return new Promise((resolve, reject) => {
      // `pg` copies a query that is given as plain properties, one property
      // descriptor after the other; it takes one of its own as it is.
      const named = new Query(text, values as unknown[], (error, result) =>
        error ? reject(error) : resolve(result),
      )
      query(Object.assign(named, { name }))
    })
  }
}
