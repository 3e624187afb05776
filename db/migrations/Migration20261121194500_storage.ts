import { Migration } from '@mikro-orm/migrations'

export class Migration20261121194500_storage extends Migration {
  override name = 'Migration20261121194500_storage'

  override up(): void | Promise<void> {
    // Room in each page, so that the next count takes the place of the one before.
    this.addSql(
      `create table "storage_used" ("user_id" uuid not null, "bytes" bigint not null, primary key ("user_id")) with (fillfactor = 50);`,
    )
    this.addSql(
      `alter table "storage_used" add constraint "storage_used_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `create table "storage_change" ("id" bigserial primary key, "user_id" uuid not null, "bytes" bigint not null);`,
    )
    this.addSql(`create index "storage_change_user_id_index" on "storage_change" ("user_id");`)
    this.addSql(
      `alter table "storage_change" add constraint "storage_change_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )
    this.addSizes()
    this.addNotes()
    this.addMessageTriggers()
    this.addDocumentTriggers()
    this.addUploadTriggers()

    // What is stored already. The triggers hold off all writes until this is committed.
    this.addSql(`insert into "storage_used" ("user_id", "bytes")
      select "user_id", sum("bytes") from (
        select "user_id", document_bytes("title", "content") as bytes from "document"
        union all
        select c."user_id", message_bytes(m."parts", m."status")
          from "message" m join "chat" c on c."id" = m."chat_id"
        union all
        select "user_id", upload_bytes("status", "size") from "upload"
      ) as stored group by "user_id" having sum("bytes") > 0;`)
  }

  /** A row takes some bytes of its own, so that a million empty ones are something too. */
  private addSizes() {
    this.addSql(`create function "document_bytes"(p_title text, p_content text)
      returns bigint language sql immutable as $$
        select 100 + octet_length(p_title) + coalesce(octet_length(p_content), 0)
      $$;`)
    // As text: how many bytes jsonb takes depends on whether it was compressed yet.
    // A reply counts once it is final; it is written every second until then.
    this.addSql(`create function "message_bytes"(p_parts jsonb, p_status text)
      returns bigint language sql immutable as $$
        select case when p_status = 'streaming' then 0 else 100 + octet_length(p_parts::text) end
      $$;`)
    this.addSql(`create function "upload_bytes"(p_status text, p_size integer)
      returns bigint language sql immutable as $$
        select case when p_status in ('staged', 'stored') then coalesce(p_size, 0) else 0 end
      $$;`)
  }

  private addNotes() {
    // Only adds a row, so that no write waits for another: if each locked the
    // count until its transaction ends, transactions that write in different
    // orders would lock each other out.
    this.addSql(`create function "note_storage"(p_user_id uuid, p_bytes bigint)
      returns void language sql volatile as $$
        insert into "storage_change" ("user_id", "bytes")
          select p_user_id, p_bytes where p_bytes <> 0
            and exists (select 1 from "user_account" where "id" = p_user_id)
      $$;`)

    // The limits are settings of the connections of web and worker (db/orm.ts); a
    // connection without them, of a script or the release before, has no limit.
    this.addSql(`create function "storage_limit"(p_name text)
      returns bigint language sql stable as $$
        select nullif(current_setting('parley.' || p_name, true), '')::bigint
      $$;`)

    // What a user adds comes one after the other, so that each sees what the one
    // before has committed. Nothing else locks the row in storage_used.
    this.addSql(`create function "add_storage"(p_user_id uuid, p_bytes bigint)
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
  }

  private addMessageTriggers() {
    // What a user sends is refused beyond the limit; the reply to it is always kept.
    this.addSql(`create function "count_added_messages"() returns trigger language plpgsql as $$
      declare
        change record;
        owner uuid;
      begin
        -- A reply that begins counts nothing yet.
        if not exists (select 1 from added where "status" <> 'streaming') then
          return null;
        end if;
        for change in
          select "chat_id", sum(message_bytes("parts", "status"))::bigint as bytes,
                 bool_or("role" = 'user') as is_sent
            from added group by "chat_id"
        loop
          select "user_id" into owner from "chat" where "id" = change.chat_id;
          if change.is_sent then
            perform add_storage(owner, change.bytes);
          else
            perform note_storage(owner, change.bytes);
          end if;
        end loop;
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_message_inserted" after insert on "message"
      referencing new table as added
      for each statement execute function "count_added_messages"();`)

    this.addSql(`create function "count_changed_message"() returns trigger language plpgsql as $$
      begin
        perform note_storage(
          (select "user_id" from "chat" where "id" = new."chat_id"),
          message_bytes(new."parts", new."status") - message_bytes(old."parts", old."status")
        );
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_message_updated" after update on "message"
      for each row when (old."status" <> new."status"
        or (new."status" <> 'streaming' and old."parts" is distinct from new."parts"))
      execute function "count_changed_message"();`)

    this.addSql(`create function "count_removed_messages"() returns trigger language plpgsql as $$
      begin
        perform note_storage((select "user_id" from "chat" where "id" = chats."chat_id"), -"bytes")
          from (
            select "chat_id", sum(message_bytes("parts", "status"))::bigint as bytes
              from removed group by "chat_id"
          ) as chats;
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_message_deleted" after delete on "message"
      referencing old table as removed
      for each statement execute function "count_removed_messages"();`)

    // Whose the messages were can only be told while the chat is still there.
    this.addSql(`create function "delete_messages_of_chat"() returns trigger language plpgsql as $$
      begin
        delete from "message" where "chat_id" = old."id";
        return old;
      end $$;`)
    this.addSql(`create trigger "storage_chat_deleted" before delete on "chat"
      for each row execute function "delete_messages_of_chat"();`)

    this.addSql(`create function "count_moved_chat"() returns trigger language plpgsql as $$
      declare
        bytes bigint;
      begin
        select coalesce(sum(message_bytes("parts", "status")), 0) into bytes
          from "message" where "chat_id" = new."id";
        perform note_storage(old."user_id", -bytes);
        perform note_storage(new."user_id", bytes);
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_chat_moved" after update of "user_id" on "chat"
      for each row when (old."user_id" <> new."user_id")
      execute function "count_moved_chat"();`)
  }

  private addDocumentTriggers() {
    this.addSql(`create function "count_added_version"() returns trigger language plpgsql as $$
      declare
        most constant bigint := storage_limit('storage_per_document');
        used bigint;
      begin
        used := add_storage(new."user_id", document_bytes(new."title", new."content"));
        -- A document cannot take more than its user does, which is known already.
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
    this.addSql(`create trigger "storage_document_inserted" after insert on "document"
      for each row execute function "count_added_version"();`)

    this.addSql(`create function "count_moved_version"() returns trigger language plpgsql as $$
      declare
        bytes constant bigint := document_bytes(new."title", new."content");
      begin
        perform note_storage(old."user_id", -bytes);
        perform note_storage(new."user_id", bytes);
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_document_moved" after update of "user_id" on "document"
      for each row when (old."user_id" <> new."user_id")
      execute function "count_moved_version"();`)

    this.addSql(`create function "count_removed_versions"() returns trigger language plpgsql as $$
      begin
        perform note_storage("user_id", -sum(document_bytes("title", "content"))::bigint)
          from removed group by "user_id";
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_document_deleted" after delete on "document"
      referencing old table as removed
      for each statement execute function "count_removed_versions"();`)
  }

  private addUploadTriggers() {
    this.addSql(`create function "count_upload"() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          perform add_storage(new."user_id", upload_bytes(new."status", new."size"));
        elsif old."user_id" <> new."user_id" then
          perform note_storage(old."user_id", -upload_bytes(old."status", old."size"));
          perform note_storage(new."user_id", upload_bytes(new."status", new."size"));
        else
          perform note_storage(new."user_id",
            upload_bytes(new."status", new."size") - upload_bytes(old."status", old."size"));
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_upload_inserted" after insert on "upload"
      for each row execute function "count_upload"();`)
    this.addSql(`create trigger "storage_upload_updated" after update on "upload"
      for each row when (old."user_id" <> new."user_id" or old."status" <> new."status"
        or old."size" is distinct from new."size")
      execute function "count_upload"();`)

    this.addSql(`create function "count_removed_uploads"() returns trigger language plpgsql as $$
      begin
        perform note_storage("user_id", -sum(upload_bytes("status", "size"))::bigint)
          from removed group by "user_id";
        return null;
      end $$;`)
    this.addSql(`create trigger "storage_upload_deleted" after delete on "upload"
      referencing old table as removed
      for each statement execute function "count_removed_uploads"();`)
  }

  override down(): void | Promise<void> {
    const triggers = {
      message: ['message_inserted', 'message_updated', 'message_deleted'],
      chat: ['chat_deleted', 'chat_moved'],
      document: ['document_inserted', 'document_moved', 'document_deleted'],
      upload: ['upload_inserted', 'upload_updated', 'upload_deleted'],
    }
    for (const [table, names] of Object.entries(triggers)) {
      for (const name of names) this.addSql(`drop trigger "storage_${name}" on "${table}";`)
    }
    for (const name of [
      'count_added_messages',
      'count_changed_message',
      'count_removed_messages',
      'delete_messages_of_chat',
      'count_moved_chat',
      'count_added_version',
      'count_moved_version',
      'count_removed_versions',
      'count_upload',
      'count_removed_uploads',
      'add_storage',
      'note_storage',
      'storage_limit',
      'document_bytes',
      'message_bytes',
      'upload_bytes',
    ]) {
      this.addSql(`drop function "${name}";`)
    }
    this.addSql(`drop table "storage_change";`)
    this.addSql(`drop table "storage_used";`)
  }
}
