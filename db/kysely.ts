import { type InferKyselyDB, MikroKyselyPlugin } from '@mikro-orm/postgresql'
import {
  AliasNode,
  ColumnNode,
  type GeneratedAlways,
  type Kysely,
  type KyselyPlugin,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  SelectQueryNode,
} from 'kysely'
import type { ENTITIES, EntityManager } from './orm.ts'

/** In queries, tables are named like their entities and columns like their properties. */
const OPTIONS = {
  tableNamingStrategy: 'entity',
  columnNamingStrategy: 'property',
  convertValues: true,
} as const

type Inferred = InferKyselyDB<(typeof ENTITIES)[number], typeof OPTIONS>

/**
 * Columns as a query sees them. The relation `version` is left out, because
 * each of its two columns is there under its own name. The column `search` is
 * generated, so that it can be read but not written; where it may be null, it is not.
 */
type Columns<Table> = {
  [Name in keyof Table as Name extends 'version' ? never : Name]: Name extends 'search'
    ? null extends Table[Name]
      ? Table[Name]
      : GeneratedAlways<Table[Name]>
    : Table[Name]
}

/** Every table with its columns and their types, inferred from the entities. */
export type Database = { [Table in keyof Inferred]: Columns<Inferred[Table]> }

/**
 * Gives the query builder of an EntityManager, for statements that its own
 * methods cannot express. It takes part in the EntityManager's transaction. A
 * table, column or value that the entities do not know fails the type check.
 */
export function kysely(em: EntityManager): Kysely<Database> {
  return em.getKysely<Database>().withPlugin(entityNames(em))
}

/**
 * Translates the names in a query, like MikroORM's own plugin, but lets Postgres
 * give the result columns their property names: MikroORM would rename them in
 * each row, which costs more than the query for a list of some length. Nothing
 * else is left to do with a row: the connection parses the values
 * (db/connections.ts).
 */
function entityNames(em: EntityManager): KyselyPlugin {
  const plugin = new MikroKyselyPlugin(em, OPTIONS)
  return {
    transformQuery: ({ node, queryId }) =>
      plugin.transformQuery({ node: withPropertyNames(node), queryId }),
    transformResult: async ({ result }) => result,
  }
}

/** Gives each column that a statement returns the name of its property, as an alias. */
function withPropertyNames(node: RootOperationNode): RootOperationNode {
  if (SelectQueryNode.is(node)) {
    return node.selections ? { ...node, selections: node.selections.map(aliased) } : node
  }
  if ('returning' in node && node.returning) {
    const { returning } = node
    return { ...node, returning: { ...returning, selections: returning.selections.map(aliased) } }
  }
  return node
}

function aliased(selected: SelectionNode): SelectionNode {
  const { selection } = selected
  const column = ReferenceNode.is(selection) ? selection.column : selection
  if (SelectAllNode.is(column)) throw new Error('Name the columns that are selected.')
  if (!ColumnNode.is(column)) return selected
  return SelectionNode.create(AliasNode.create(selection, column.column))
}
