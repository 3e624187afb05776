import { Migration } from '@mikro-orm/migrations'

/** Kilobytes of words that wait outside of the index, as for the other searches (docs/decisions/0011-search.md). */
const PENDING_KB = 256

/**
 * A row for each document, beside its versions: what a list of documents shows,
 * and the words that it is searched for (docs/decisions/0036-library.md). A
 * document that was deleted stays under another id for a day; its row says since
 * when, and which id it had.
 */
export class Migration20261122071000_document_summaries extends Migration {
  override name = 'Migration20261122071000_document_summaries'

  override up(): void | Promise<void> {
    // No foreign keys: the triggers follow the versions, which have them.
    this.addSql(`create table "document_summary" (
      "id" uuid not null, "user_id" uuid not null, "title" text not null, "kind" text not null,
      "chat_id" uuid null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null,
      "versions" int not null, "deleted_at" timestamptz(3) null, "original_id" uuid null,
      "search" tsvector null, primary key ("id"));`)
    this.addTriggers()
    this.addDeletion()

    // The triggers hold off writes until this is committed. Words that are there
    // already are taken over; the clean-up makes the others, so that this is quick.
    this.addSql(`insert into "document_summary" ("id", "user_id", "title", "kind", "chat_id",
        "created_at", "updated_at", "versions", "search")
      select d."id", d."user_id", d."title", d."kind", d."chat_id",
          known."first", known."last", known."versions", d."search"
        from (
          select "id", min("created_at") as "first", max("created_at") as "last",
              count(*)::int as "versions"
            from "document" group by "id"
        ) as known
        join "document" d on d."id" = known."id" and d."created_at" = known."last";`)
    this.addIndexes()
  }

  private addIndexes() {
    this.addSql(
      `create index "document_summary_list_index" on "document_summary" ("user_id", "updated_at", "id") where deleted_at is null;`,
    )
    this.addSql(
      `create index "document_summary_kind_index" on "document_summary" ("user_id", "kind", "updated_at", "id") where deleted_at is null;`,
    )
    this.addSql(
      `create index "document_summary_user_id_id_index" on "document_summary" ("user_id", "id");`,
    )
    this.addSql(
      `create index "document_summary_chat_index" on "document_summary" ("chat_id") where chat_id is not null;`,
    )
    this.addSql(
      `create index "document_summary_deleted_index" on "document_summary" ("deleted_at") where deleted_at is not null;`,
    )
    this.addSql(
      `create index "document_summary_trash_index" on "document_summary" ("user_id", "deleted_at") where deleted_at is not null;`,
    )
    this.addSql(
      `create index "document_summary_without_words_index" on "document_summary" ("updated_at") where search is null;`,
    )
    this.addSql(
      `create index "document_summary_search_index" on "document_summary" using gin ("search") with (gin_pending_list_limit = ${PENDING_KB});`,
    )
  }

  private addTriggers() {
    this.addSql(`create function "summarise_added_version"() returns trigger language plpgsql as $$
      begin
        update "document_summary" set
            "title" = new."title", "kind" = new."kind", "chat_id" = new."chat_id",
            "updated_at" = new."created_at", "versions" = "versions" + 1,
            "search" = ${wordsOf('new')}
          where "id" = new."id" and "updated_at" < new."created_at";
        if not found then
          insert into "document_summary" as known ("id", "user_id", "title", "kind", "chat_id",
              "created_at", "updated_at", "versions", "search")
            values (new."id", new."user_id", new."title", new."kind", new."chat_id",
              new."created_at", new."created_at", 1, ${wordsOf('new')})
            on conflict ("id") do update set "versions" = known."versions" + 1,
              "created_at" = least(known."created_at", excluded."created_at");
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "summary_document_inserted" after insert on "document"
      for each row execute function "summarise_added_version"();`)

    // Of an update only what happens: the newest version is replaced, versions
    // change their user or lose their chat. The move to another id is below.
    this.addSql(`create function "summarise_changed_version"() returns trigger language plpgsql as $$
      begin
        update "document_summary" set
            "user_id" = new."user_id", "title" = new."title", "kind" = new."kind",
            "chat_id" = new."chat_id", "updated_at" = new."created_at",
            "search" = case
              when old."title" = new."title" and old."kind" = new."kind"
                and old."content" is not distinct from new."content" then "search"
              else ${wordsOf('new')}
            end
          where "id" = new."id" and "updated_at" = old."created_at";
        if not found and old."user_id" <> new."user_id" then
          update "document_summary" set "user_id" = new."user_id"
            where "id" = new."id" and "user_id" <> new."user_id";
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "summary_document_updated" after update on "document"
      for each row when (old."id" = new."id")
      execute function "summarise_changed_version"();`)

    // The rows are locked first: the statements after that see whatever a save has
    // committed, and a save that comes after them sees what they have done.
    this.addSql(`create function "summarise_removed_versions"() returns trigger language plpgsql as $$
      begin
        if not exists (select from removed) then
          return null;
        end if;
        perform from "document_summary" where "id" in (select "id" from removed)
          order by "id" for update;
        delete from "document_summary" s where "id" in (select "id" from removed)
          and not exists (select from "document" d where d."id" = s."id");
        update "document_summary" s set
            "title" = newest."title", "kind" = newest."kind", "chat_id" = newest."chat_id",
            "updated_at" = newest."created_at", "versions" = s."versions" - gone."versions",
            "search" = case
              when s."updated_at" = newest."created_at" then s."search"
              else ${wordsOf('newest')}
            end
          from (select "id", count(*)::int as "versions" from removed group by "id") gone
          cross join lateral (
            select d."id", d."title", d."content", d."kind", d."chat_id", d."created_at", d."search"
              from "document" d where d."id" = gone."id"
              order by d."created_at" desc limit 1
          ) newest
          where s."id" = gone."id";
        return null;
      end $$;`)
    this.addSql(`create trigger "summary_document_deleted" after delete on "document"
      referencing old table as removed
      for each statement execute function "summarise_removed_versions"();`)
  }

  private addDeletion() {
    // Another id instead of a copy: no content is written again, and the foreign
    // keys take the suggestions along.
    this.addSql(`create function "delete_documents"(p_user_id uuid, p_ids uuid[])
      returns setof uuid language plpgsql volatile as $$
      begin
        -- The lock of save_document_version, in the same order for all.
        perform pg_advisory_xact_lock(hashtextextended(ids."id"::text, 0))
          from (select distinct unnest(p_ids) as "id" order by 1) ids;
        return query
          with moved as (
            update "document_summary" s
              set "id" = gen_random_uuid(), "original_id" = s."id", "deleted_at" = now()
              where s."id" = any (p_ids) and s."user_id" = p_user_id and s."deleted_at" is null
              returning s."original_id", s."id" as "new_id"
          ), versions as (
            update "document" d set "id" = moved."new_id"
              from moved where d."id" = moved."original_id"
          )
          select moved."new_id" from moved;
      end $$;`)

    // Null when there is no such document any more. Where its id is used again, it
    // stays under the one that it has.
    this.addSql(`create function "restore_document"(p_user_id uuid, p_kept_id uuid)
      returns uuid language plpgsql volatile as $$
      declare
        wanted uuid;
      begin
        select "original_id" into wanted from "document_summary"
          where "id" = p_kept_id and "user_id" = p_user_id and "deleted_at" is not null
          for update;
        if not found then
          return null;
        end if;
        perform pg_advisory_xact_lock(hashtextextended(wanted::text, 0));
        if exists (select from "document" where "id" = wanted) then
          wanted := p_kept_id;
        else
          update "document" set "id" = wanted where "id" = p_kept_id;
        end if;
        update "document_summary" set "id" = wanted, "original_id" = null, "deleted_at" = null
          where "id" = p_kept_id;
        return wanted;
      end $$;`)
  }

  override down(): void | Promise<void> {
    for (const name of ['inserted', 'updated', 'deleted']) {
      this.addSql(`drop trigger "summary_document_${name}" on "document";`)
    }
    // What was deleted and not yet removed would come back.
    this.addSql(
      `delete from "document" where "id" in (select "id" from "document_summary" where "deleted_at" is not null);`,
    )
    for (const name of [
      'summarise_added_version',
      'summarise_changed_version',
      'summarise_removed_versions',
      'delete_documents',
      'restore_document',
    ]) {
      this.addSql(`drop function "${name}";`)
    }
    this.addSql(`drop table "document_summary";`)
  }
}

/**
 * The words of a version. Those of a chat's document are made already; of any other,
 * the id stands for the chat, without which there would be none.
 */
function wordsOf(version: string): string {
  const columns = ['title', 'content', 'kind', 'id'].map((column) => `${version}."${column}"`)
  return `coalesce(${version}."search", document_search_words(${columns.join(', ')}))`
}
