import { Migration } from '@mikro-orm/migrations'

export class Migration20261121192200_unused_images extends Migration {
  override name = 'Migration20261121192200_unused_images'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "message_image" ("message_id" uuid not null, "upload_id" uuid not null, primary key ("message_id", "upload_id"));`,
    )
    this.addSql(`create index "message_image_upload_id_index" on "message_image" ("upload_id");`)
    this.addSql(
      `alter table "message_image" add constraint "message_image_message_id_foreign" foreign key ("message_id") references "message" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "message_image" add constraint "message_image_upload_id_foreign" foreign key ("upload_id") references "upload" ("id") on update cascade on delete cascade;`,
    )

    this.addSql(
      `create table "deleted_blob" ("key" text not null, "deleted_at" timestamptz(3) not null default now(), "tried_at" timestamptz(3) null, primary key ("key"));`,
    )
    this.addSql(`create index "deleted_blob_tried_at_index" on "deleted_blob" ("tried_at");`)

    this.addSql(
      `alter table "upload" add column "check_after" timestamptz(3) not null default now() + interval '1 day';`,
    )
    this.addSql(
      `create index "upload_check_index" on "upload" ("check_after") where status = 'stored';`,
    )

    // The keys of the images that a message shows, by the paths of their URLs:
    // the host is another one when the service has moved. A data URL, which may
    // be megabytes, is not taken out of its message.
    this.addSql(`create function "message_image_keys"(parts jsonb)
      returns text[] language sql immutable as $$
        select array(
          select distinct key
            from jsonb_path_query(
                parts, '$[*] ? (@.type == "file" && !(@.url starts with "data:")).url') url,
              substring(
                left(url #>> '{}', 2048)
                from '/(uploads/[0-9a-f]{48}-[A-Za-z0-9-]{1,60}\\.(?:png|jpg))(?:[?#]|$)') key
            where key is not null);
      $$;`)

    this.addSql(`create function "note_message_images"()
      returns trigger language plpgsql volatile as $$
      declare
        keys constant text[] := "message_image_keys"(new."parts");
      begin
        if tg_op = 'UPDATE' then
          delete from "message_image" mi using "upload" u
            where mi."message_id" = new."id" and u."id" = mi."upload_id"
              and u."pathname" <> all (keys);
        end if;
        insert into "message_image" ("message_id", "upload_id")
          select new."id", u."id" from "upload" u
            where u."pathname" = any (keys)
            -- Waits for a clean-up that is about to remove the image.
            for key share of u
          on conflict do nothing;
        return null;
      end $$;`)
    this.addSql(`create trigger "message_images_inserted" after insert on "message"
      for each row when (new."role" = 'user' and new."parts" @> '[{"type": "file"}]')
      execute function "note_message_images"();`)
    this.addSql(`create trigger "message_images_updated" after update of "parts" on "message"
      for each row when (new."role" = 'user' and
        (new."parts" @> '[{"type": "file"}]' or old."parts" @> '[{"type": "file"}]'))
      execute function "note_message_images"();`)

    // The clean-up looks at an image when a message that showed it is gone. A row
    // that is locked is left out, so that chats with the same images can be
    // deleted at the same time; the clean-up comes to every image by itself.
    this.addSql(`create function "check_shown_image"()
      returns trigger language plpgsql volatile as $$
      begin
        update "upload" set "check_after" = clock_timestamp() where "id" = (
          select "id" from "upload"
            where "id" = old."upload_id" and "check_after" > clock_timestamp()
            for no key update skip locked);
        return null;
      end $$;`)
    this.addSql(`create trigger "message_image_deleted" after delete on "message_image"
      for each row execute function "check_shown_image"();`)

    // Whatever deletes the row of an upload, with its user or without, the
    // clean-up learns which objects it leaves behind.
    this.addSql(`create function "note_deleted_blobs"()
      returns trigger language plpgsql volatile as $$
      begin
        insert into "deleted_blob" ("key")
          select key from unnest(array[
              old."pathname",
              case when old."status" = 'staged' then old."staged_key" end
            ]) key where key is not null
          on conflict do nothing;
        return null;
      end $$;`)
    this.addSql(`create trigger "upload_deleted" after delete on "upload"
      for each row execute function "note_deleted_blobs"();`)

    // The images of the messages that are there already.
    this.addSql(`insert into "message_image" ("message_id", "upload_id")
      select m."id", u."id"
        from "message" m, "upload" u
        where m."role" = 'user' and m."parts" @> '[{"type": "file"}]'
          and u."pathname" = any ("message_image_keys"(m."parts"))
        for key share of m, u
      on conflict do nothing;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger if exists "message_images_inserted" on "message";`)
    this.addSql(`drop trigger if exists "message_images_updated" on "message";`)
    this.addSql(`drop trigger if exists "upload_deleted" on "upload";`)
    this.addSql(`drop table if exists "message_image" cascade;`)
    this.addSql(`drop table if exists "deleted_blob" cascade;`)
    this.addSql(`alter table "upload" drop column "check_after";`)
    this.addSql(`drop function if exists "note_message_images";`)
    this.addSql(`drop function if exists "check_shown_image";`)
    this.addSql(`drop function if exists "note_deleted_blobs";`)
    this.addSql(`drop function if exists "message_image_keys";`)
  }
}
