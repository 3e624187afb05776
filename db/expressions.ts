import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'
import type { MessagePart } from './entities/message.ts'

/**
 * What Postgres can do and Kysely cannot express, each in one place. Where else
 * SQL may stand as text is said in docs/decisions/0013-data-access.md.
 */

/** The present moment by the clock of the database, which all processes share; fixed in a transaction. */
export function now(): RawBuilder<string> {
  return sql`now()`
}

/** The present day in UTC by the clock of the database. */
export function today(): RawBuilder<string> {
  return sql`(now() at time zone 'utc')::date`
}

/** The time of a version that takes the place of a document's newest: later than that, in milliseconds. */
export function nextVersionTime(): RawBuilder<string> {
  return sql`greatest(date_trunc('milliseconds', clock_timestamp()), document.created_at + interval '1 millisecond')`
}

/** The moment so many seconds before {@link now}. */
export function secondsAgo(seconds: number): RawBuilder<string> {
  return sql`now() - make_interval(secs => ${seconds})`
}

/** The moment so many seconds after {@link now}. */
export function secondsFromNow(seconds: number): RawBuilder<string> {
  return sql`now() + make_interval(secs => ${seconds})`
}

/**
 * Rows that are sent as one parameter, as a table: the text of a prepared
 * statement stays the same, however many rows there are.
 *
 * @param rows a parameter; it is sent as JSON
 * @param alias the name of the table
 * @param columns the type of each column in Postgres, by its name in the rows
 */
export function jsonRows<Row extends object, Alias extends string>(
  rows: readonly Row[],
  alias: Alias,
  columns: Record<keyof Row & string, 'uuid' | 'jsonb' | 'int' | 'float8' | 'text'>,
): AliasedRawBuilder<Row, Alias> {
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const table = sql.raw(`${alias} (${definitions.join(', ')})`)
  return sql<Row>`jsonb_to_recordset(${rows})`.as<Alias>(table)
}

/** The words of a message's row for the search, as the trigger makes them. */
export function messageSearchWords(): RawBuilder<string> {
  return sql`message_search_words(parts, status)`
}

/**
 * The beginning of the text parts of a message, as its words were made of it; null of
 * one that takes so many bytes that a search does not read it.
 */
export function messageText(characters: number, maxBytes: number): RawBuilder<string | null> {
  return sql`case when ${messageWeight()} <= ${maxBytes}::int then left((
      select string_agg(part.value ->> 'text', E'\\n' order by part.ordinality)
        from jsonb_path_query(message.parts, '$[*] ? (@.type == "text")')
             with ordinality as part (value, ordinality)
    ), ${characters}::int) end`
}

/** The state of a message's row: another one after every change of the row. */
export function messageVersion(): RawBuilder<string> {
  return sql`message.xmin::text`
}

/**
 * About how many bytes of memory the parts of a message take, without reading
 * them: those that Postgres has compressed may take a hundred times as much as
 * they do in their row, but most take three times as much.
 */
export function messageWeight(): RawBuilder<number> {
  return sql`pg_column_size(message.parts)
    * case when pg_column_compression(message.parts) is null then 1 else 16 end`
}

/** Whether a message has parts; large ones are not read for that. */
export function messageHasParts(): RawBuilder<boolean> {
  return sql`case when pg_column_size(message.parts) > 100 then true else message.parts <> '[]' end`
}

/** The position of the first of so many messages of a chat, the newest ones; 0 when it has fewer. */
export function positionOfNewest(chatId: string, newest: number): RawBuilder<number> {
  return sql`coalesce((select position from message
    where chat_id = ${chatId} and branch_id is null and replaced_by is null
    order by position desc offset ${newest}::int - 1 limit 1), 0)`
}

/** The position of the first message of a chat. */
export function firstPosition(): RawBuilder<number> {
  return sql`0`
}

/**
 * The parts of the messages of a chat, in a query of all of them from a position
 * on; null for each of them when their texts together are longer than so many
 * bytes. Only parts that are compressed have to be read for their length, and
 * none of them when even compressed they are longer.
 */
export function messagePartsIfShort(
  chatId: string,
  from: RawBuilder<number>,
  bytes: number,
): RawBuilder<MessagePart[] | null> {
  const isStoredShort = sql`(select sum(pg_column_size(parts)) from message
    where chat_id = ${chatId} and branch_id is null and position >= ${from}) <= ${bytes}::int`
  const length = sql`case when pg_column_compression(message.parts) is null
    then pg_column_size(message.parts) else octet_length(message.parts::text) end`
  return sql`case when sum(case when ${isStoredShort} then ${length} end) over () <= ${bytes}::int
    then message.parts end`
}

/** Whether a chat has branches beside its conversation; asked once for all rows of a query. */
export function chatHasBranches(chatId: string): RawBuilder<boolean> {
  return sql`exists (select 1 from message where chat_id = ${chatId} and branch_id is not null)`
}

/** The parts of a message as the text of their JSON. */
export function messagePartsText(): RawBuilder<string> {
  return sql`message.parts::text`
}

/** Some bytes of the text of a message's parts, in UTF-8; the first is byte 1. */
export function messagePartsBytes(from: number, length: number): RawBuilder<Buffer> {
  return sql`substr(convert_to(message.parts::text, 'UTF8'), ${from}::int, ${length}::int)`
}

/**
 * Some parts of a message, in each of which a data URL is cut off behind its
 * media type. As `json`: to collect large arrays as `jsonb` takes Postgres 18 a time
 * that grows with the square of their length.
 *
 * @param from the number of the first part, from 1
 */
export function messagePartsWithoutData(from: number, count: number): RawBuilder<MessagePart[]> {
  return sql`(select coalesce(json_agg(
      case when part ->> 'url' like 'data:%'
        then jsonb_set(part, '{url}', to_jsonb(left(part ->> 'url', 30))) else part end
      order by number), '[]')
    from jsonb_array_elements(message.parts) with ordinality as stored (part, number)
    where number >= ${from}::int and number < ${from}::int + ${count}::int)`
}

/** Some characters of the URL of a part of a message, whose number is counted from 0. */
export function messageUrlText(
  part: number,
  from: number,
  length: number,
): RawBuilder<string | null> {
  return sql`substr(message.parts -> ${part}::int ->> 'url', ${from}::int, ${length}::int)`
}

/** A part of a message; its number is counted from 0. */
export function messagePart(part: number): RawBuilder<MessagePart | null> {
  return sql`message.parts -> ${part}::int`
}

/**
 * Deletes documents of a user, as a table of the ids under which they are kept: a
 * function, since it takes locks before it looks.
 */
export function deletedDocuments(
  userId: string,
  ids: string[],
): AliasedRawBuilder<{ kept: string }, 'documents'> {
  const list = sql`array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
  const table = sql.raw('documents (kept)')
  return sql<{ kept: string }>`delete_documents(${userId}::uuid, ${list})`.as<'documents'>(table)
}

/** The words of a document's row for the search; the id stands for a chat, without which there are none. */
export function documentSearchWords(): RawBuilder<string> {
  return sql`document_search_words(document.title, document.content, document.kind, document.id)`
}
