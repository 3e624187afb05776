import { Migration } from '@mikro-orm/migrations'

export class Migration20261120075000_documents extends Migration {
  override name = 'Migration20261120075000_documents'

  override up(): void | Promise<void> {
    // The whole of a save in one round trip: the lock must be held before the
    // newest version is read, so these are two statements, each with a snapshot
    // of its own. Null when the document belongs to another user.
    this.addSql(`create function "save_document_version"(
        p_id uuid, p_user_id uuid, p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns timestamptz(3) language plpgsql volatile as $$
      declare
        newest record;
        saved_at timestamptz(3);
      begin
        perform pg_advisory_xact_lock(hashtextextended(p_id::text, 0));
        select "created_at", "user_id" into newest from "document"
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
            (select "id" from "chat" where "id" = p_chat_id)
          )
          returning "created_at" into saved_at;
        return saved_at;
      end $$;`)

    this.addSql(
      `create table "suggestion_request" ("id" uuid not null, "document_id" uuid not null, "document_created_at" timestamptz(3) not null, "user_id" uuid not null, "status" text not null default 'queued', "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    )
    this.addSql(
      `create index "suggestion_request_document_id_document_created_at_index" on "suggestion_request" ("document_id", "document_created_at");`,
    )
    this.addSql(
      `create index "suggestion_request_user_id_index" on "suggestion_request" ("user_id");`,
    )
    this.addSql(
      `create index "suggestion_request_open_index" on "suggestion_request" ("created_at") where status in ('queued', 'running');`,
    )
    this.addSql(
      `alter table "suggestion_request" add constraint "suggestion_request_document_id_document_created_at_foreign" foreign key ("document_id", "document_created_at") references "document" ("id", "created_at") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "suggestion_request" add constraint "suggestion_request_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "suggestion_request" cascade;`)
    this.addSql(
      `drop function if exists "save_document_version"(uuid, uuid, text, text, text, uuid);`,
    )
  }
}
