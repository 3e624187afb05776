import { Migration } from '@mikro-orm/migrations'

/**
 * Full-text search over titles, messages and documents
 * (docs/decisions/0011-search.md). The words are kept in generated columns, so
 * whoever writes a row cannot forget them.
 */
export class Migration20261120081000_search extends Migration {
  override name = 'Migration20261120081000_search'

  override up(): void | Promise<void> {
    // A tsvector holds 1 MB at most, and a save must never fail for what it
    // would hold: only the first 100,000 characters are looked at.
    // Lower case by the database's own collation: the parser's folding knows
    // ASCII only where the locale is C.
    this.addSql(`create function "search_words"(p_text text) returns tsvector
      language sql immutable parallel safe
      return to_tsvector('pg_catalog.simple', lower(left(coalesce(p_text, ''), 100000)));`)

    // In plpgsql, whose plan is kept for the connection: a reply's row is
    // written every second while it grows, and has no words until it is final.
    this.addSql(`create function "message_search_words"(p_parts jsonb, p_status text) returns tsvector
      language plpgsql immutable parallel safe as $$
      begin
        if p_status = 'streaming' then
          return ''::tsvector;
        end if;
        return to_tsvector('pg_catalog.simple', lower(left((
          select string_agg(part.value ->> 'text', E'\\n' order by part.ordinality)
            from jsonb_path_query(p_parts, '$[*] ? (@.type == "text")')
                 with ordinality as part (value, ordinality)
        ), 100000)));
      end $$;`)

    // A search finds chats, so a document that no chat has written has no words
    // (and its saves no cost). An image's content is base64: its words are those
    // of its title.
    this.addSql(`create function "document_search_words"(
        p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns tsvector language plpgsql immutable parallel safe as $$
      begin
        if p_chat_id is null then
          return null;
        end if;
        if p_kind = 'image' or p_content is null then
          return to_tsvector('pg_catalog.simple', lower(left(p_title, 1000)));
        end if;
        return to_tsvector(
          'pg_catalog.simple',
          lower(left(p_title, 1000) || E'\\n' || left(p_content, 100000))
        );
      end $$;`)

    // As before, but a version that a client saves stays with the chat that the
    // version before it is of.
    this.addSql(`create or replace function "save_document_version"(
        p_id uuid, p_user_id uuid, p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns timestamptz(3) language plpgsql volatile as $$
      declare
        newest record;
        saved_at timestamptz(3);
      begin
        perform pg_advisory_xact_lock(hashtextextended(p_id::text, 0));
        select "created_at", "user_id", "chat_id" into newest from "document"
          where "id" = p_id order by "created_at" desc limit 1;
        if newest."user_id" <> p_user_id then
          return null;
        end if;
        insert into "document" ("id", "created_at", "title", "content", "kind", "user_id", "chat_id")
          values (
            p_id,
            greatest(
              date_trunc('milliseconds', clock_timestamp()),
              newest."created_at" + interval '1 millisecond'
            ),
            p_title, p_content, p_kind, p_user_id,
            (select "id" from "chat" where "id" = coalesce(p_chat_id, newest."chat_id"))
          )
          returning "created_at" into saved_at;
        return saved_at;
      end $$;`)

    this.addSql(
      `alter table "chat" add column "search" tsvector generated always as (search_words(title)) stored;`,
    )
    this.addSql(
      `alter table "message" add column "search" tsvector generated always as (message_search_words(parts, status)) stored;`,
    )
    this.addSql(
      `alter table "document" add column "search" tsvector generated always as (document_search_words(title, content, kind, chat_id)) stored;`,
    )
    this.addSql(`create index "chat_search_index" on "chat" using gin ("search");`)
    this.addSql(
      `create index "message_search_index" on "message" using gin ("search") where status <> 'streaming';`,
    )
    this.addSql(
      `create index "document_search_index" on "document" using gin ("search") where chat_id is not null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "chat" drop column "search";`)
    this.addSql(`alter table "message" drop column "search";`)
    this.addSql(`alter table "document" drop column "search";`)
    this.addSql(`drop function "search_words"(text);`)
    this.addSql(`drop function "message_search_words"(jsonb, text);`)
    this.addSql(`drop function "document_search_words"(text, text, text, uuid);`)
  }
}
