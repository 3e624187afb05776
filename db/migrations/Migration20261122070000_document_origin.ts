import { Migration } from '@mikro-orm/migrations'

/**
 * A version says how it came about, and may be replaced in place by the next one
 * of the same sitting (docs/decisions/0034-edits-are-merged.md).
 */
export class Migration20261122070000_document_origin extends Migration {
  override name = 'Migration20261122070000_document_origin'

  // Only the catalogue changes. A process of the release before calls the function
  // with six parameters, whose versions have no origin.
  override up(): void | Promise<void> {
    this.addSql(`alter table "document" add column "origin" text null;`)

    // As the function of six parameters was, with the origin.
    this.addSql(`create function "save_document_version"(
        p_id uuid, p_user_id uuid, p_title text, p_content text, p_kind text, p_chat_id uuid,
        p_origin text
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
        insert into "document"
            ("id", "created_at", "title", "content", "kind", "user_id", "chat_id", "origin")
          values (
            p_id,
            greatest(
              date_trunc('milliseconds', clock_timestamp()),
              newest."created_at" + interval '1 millisecond'
            ),
            p_title, p_content, p_kind, p_user_id,
            (select "id" from "chat" where "id" = coalesce(p_chat_id, newest."chat_id")),
            p_origin
          )
          returning "created_at" into saved_at;
        return saved_at;
      end $$;`)
    this.addSql(`create or replace function "save_document_version"(
        p_id uuid, p_user_id uuid, p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns timestamptz(3) language sql volatile
      return save_document_version(p_id, p_user_id, p_title, p_content, p_kind, p_chat_id, null);`)

    // A version that is replaced in place: what grows is held to the limits, as
    // what is added is.
    this.addSql(`create function "count_changed_version"()
      returns trigger language plpgsql as $$
      declare
        change constant bigint := document_bytes(new."title", new."content")
          - document_bytes(old."title", old."content");
        most bigint;
        used bigint;
      begin
        if change <= 0 then
          perform note_storage(new."user_id", change);
          return null;
        end if;
        used := add_storage(new."user_id", change);
        select "bytes" into most from "storage_limit"
          where "name" = 'storage_per_document' and "bytes" < used;
        if found then
          select sum(document_bytes("title", "content")) into used
            from "document" where "id" = new."id";
          if used > most then
            raise exception 'a document is full'
              using errcode = 'QUOTA', constraint = 'storage_per_document', detail = most::text;
          end if;
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_document_changed"
      after update of "title", "content" on "document"
      for each row when (old."user_id" = new."user_id")
      execute function "count_changed_version"();`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger "storage_document_changed" on "document";`)
    this.addSql(`drop function "count_changed_version"();`)
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
    this.addSql(`drop function "save_document_version"(uuid, uuid, text, text, text, uuid, text);`)
    this.addSql(`alter table "document" drop column "origin";`)
  }
}
