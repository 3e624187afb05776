import { Migration } from '@mikro-orm/migrations'

/**
 * The limits of what is stored come from a table, and no longer from settings of the
 * connection, which a pooler would refuse
 * (docs/decisions/0019-storage-is-counted-by-triggers.md). The functions of the
 * triggers are PL/pgSQL, which keeps their statements planned; what counts nothing
 * runs none of them.
 */
export class Migration20261121204000_storage_limits extends Migration {
  override name = 'Migration20261121204000_storage_limits'

  // Only a small table is added and bodies of functions change. Processes of the
  // release before go on: what they set for their connections is not read any more.
  override up(): void | Promise<void> {
    this.addSql(
      `create table "storage_limit" ("name" text not null, "bytes" bigint not null, primary key ("name"));`,
    )

    this.addSql(`drop function "note_storage"(uuid, bigint);`)
    this.addSql(`create function "note_storage"(p_user_id uuid, p_bytes bigint)
      returns void language plpgsql volatile as $$
      begin
        if p_bytes <> 0 then
          insert into "storage_change" ("user_id", "bytes")
            select "id", p_bytes from "user_account" where "id" = p_user_id;
        end if;
      end $$;`)

    // What a user adds comes one after the other, so that each sees what the one
    // before has committed. Nothing else locks the row in storage_used.
    this.addSql(`create or replace function "add_storage"(p_user_id uuid, p_bytes bigint)
      returns bigint language plpgsql volatile as $$
      declare
        full_limit record;
        used bigint;
      begin
        perform pg_advisory_xact_lock(hashtextextended('storage of ' || p_user_id::text, 0));
        with gone as (
          delete from "storage_change" where "user_id" = p_user_id returning "bytes"
        )
        insert into "storage_used" as known ("user_id", "bytes")
          select p_user_id, p_bytes + coalesce(sum("bytes"), 0) from gone
          on conflict ("user_id") do update set "bytes" = known."bytes" + excluded."bytes"
          returning "bytes" into used;
        select "name", "bytes" into full_limit from "storage_limit"
          where "bytes" < used and "name" = (
            select case when "email" is null then 'storage_per_guest' else 'storage_per_user' end
              from "user_account" where "id" = p_user_id);
        if found then
          raise exception 'the storage of a user is full' using errcode = 'QUOTA',
            constraint = full_limit."name", detail = full_limit."bytes"::text;
        end if;
        return used;
      end $$;`)

    this.addSql(`create or replace function "count_added_version"()
      returns trigger language plpgsql as $$
      declare
        most bigint;
        used bigint;
      begin
        used := add_storage(new."user_id", document_bytes(new."title", new."content"));
        -- A document cannot take more than its user does, which is known already.
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

    this.addSql(`drop function "storage_limit"(text);`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table "storage_limit";`)
    this.addSql(`create function "storage_limit"(p_name text)
      returns bigint language sql stable as $$
        select nullif(current_setting('parley.' || p_name, true), '')::bigint
      $$;`)
    this.addSql(`drop function "note_storage"(uuid, bigint);`)
    this.addSql(`create function "note_storage"(p_user_id uuid, p_bytes bigint)
      returns void language sql volatile as $$
        insert into "storage_change" ("user_id", "bytes")
          select p_user_id, p_bytes where p_bytes <> 0
            and exists (select 1 from "user_account" where "id" = p_user_id)
      $$;`)
    this.addSql(`create or replace function "add_storage"(p_user_id uuid, p_bytes bigint)
      returns bigint language plpgsql volatile as $$
      declare
        limit_name text;
        most bigint;
        used bigint;
      begin
        select case when "email" is null then 'storage_per_guest' else 'storage_per_user' end
          into limit_name from "user_account" where "id" = p_user_id;
        most := storage_limit(limit_name);
        if most is null then
          perform note_storage(p_user_id, p_bytes);
          return null;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('storage of ' || p_user_id::text, 0));
        with gone as (
          delete from "storage_change" where "user_id" = p_user_id returning "bytes"
        )
        insert into "storage_used" as known ("user_id", "bytes")
          select p_user_id, p_bytes + coalesce(sum("bytes"), 0) from gone
          on conflict ("user_id") do update set "bytes" = known."bytes" + excluded."bytes"
          returning "bytes" into used;
        if used > most then
          raise exception 'the storage of a user is full'
            using errcode = 'QUOTA', constraint = limit_name, detail = most::text;
        end if;
        return used;
      end $$;`)
    this.addSql(`create or replace function "count_added_version"()
      returns trigger language plpgsql as $$
      declare
        most constant bigint := storage_limit('storage_per_document');
        used bigint;
      begin
        used := add_storage(new."user_id", document_bytes(new."title", new."content"));
        if used > most then
          select sum(document_bytes("title", "content")) into used
            from "document" where "id" = new."id";
          if used > most then
            raise exception 'a document is full'
              using errcode = 'QUOTA', constraint = 'storage_per_document', detail = most::text;
          end if;
        end if;
        return null;
      end $$;`)
  }
}
