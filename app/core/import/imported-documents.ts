import { v5 as uuidv5 } from 'uuid'
import type { MessagePart } from '#db/entities/message.ts'
import { jsonRows } from '#db/expressions.ts'
import { prepared } from '#db/prepared.ts'
import { toStorableText } from '../storable-text.ts'
import type { ImportedChat, ImportedVersion } from './import-schema.ts'
import { storableTime } from './storable-time.ts'

const UNTITLED = 'Imported document'

type VersionRow = { id: string; title: string; content: string | null; kind: string; time: string }

/**
 * The ids that the documents of a chat have here, by those that they had. Each follows
 * from the user and the id there, so that two chats that share a document still do.
 */
export function documentIds({ documents = [] }: ImportedChat, userId: string): Map<string, string> {
  return new Map(documents.map(({ id }) => [id, uuidv5(`document ${id}`.toWellFormed(), userId)]))
}

/** Has the calls of tools name the documents by the ids that they have here. */
export function renameDocuments(part: MessagePart, ids: Map<string, string>): MessagePart {
  if (ids.size === 0 || !part.type.startsWith('tool-')) return part
  const { input, output } = part as { input?: unknown; output?: unknown }
  return { ...part, input: renameIn(input, ids), output: renameIn(output, ids) } as MessagePart
}

function renameIn(value: unknown, ids: Map<string, string>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const renamed = { ...value } as Record<string, unknown>
  for (const key of ['id', 'documentId']) {
    const id = renamed[key]
    if (typeof id === 'string' && ids.has(id)) renamed[key] = ids.get(id)
  }
  return renamed
}

/** @returns the versions as they are stored; of two with the same time, one */
export function versionRows(versions: ImportedVersion[], ids: Map<string, string>): VersionRow[] {
  const rows = versions.map((version) => ({
    id: ids.get(version.id) ?? '',
    title: toStorableText(version.title).trim() || UNTITLED,
    content: version.content === null ? null : toStorableText(version.content),
    kind: version.kind,
    time: storableTime(version.createdAt),
  }))
  return [...new Map(rows.map((row) => [`${row.id} ${row.time}`, row])).values()]
}

const COLUMNS = { id: 'uuid', title: 'text', content: 'text', kind: 'text', time: 'text' } as const

/** In one statement. A version that another imported chat has brought in is there already. */
export const insertVersions = prepared(
  (db, p: { userId: string; chatId: string; versions: VersionRow[] }) =>
    db
      .insertInto('Document')
      .columns(['id', 'createdAt', 'title', 'content', 'kind', 'userId', 'chatId'])
      .expression((from) =>
        from
          .selectFrom(jsonRows(p.versions, 'row', COLUMNS))
          .select(({ ref, val, cast }) => [
            ref('row.id').as('id'),
            cast<string>(ref('row.time'), 'timestamptz').as('createdAt'),
            ref('row.title').as('title'),
            ref('row.content').as('content'),
            ref('row.kind').as('kind'),
            cast<string>(val(p.userId), 'uuid').as('userId'),
            cast<string>(val(p.chatId), 'uuid').as('chatId'),
          ]),
      )
      .onConflict((conflict) => conflict.columns(['id', 'createdAt']).doNothing()),
)
