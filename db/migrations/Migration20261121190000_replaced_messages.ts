import { Migration } from '@mikro-orm/migrations'

export class Migration20261121190000_replaced_messages extends Migration {
  override name = 'Migration20261121190000_replaced_messages'

  override up(): void | Promise<void> {
    this.addSql(`alter table "message" add column "replaced_by" uuid null;`)

    // Several rows may stand at one position, but only one of them in the conversation.
    this.addSql(`alter table "message" drop constraint "message_chat_id_position_unique";`)
    this.addSql(
      `create unique index "message_position_unique" on "message" ("chat_id", "position", coalesce("replaced_by", '00000000-0000-0000-0000-000000000000'::uuid));`,
    )
    this.addSql(
      `create index "message_replaced_index" on "message" ("chat_id") where replaced_by is not null;`,
    )

    // One reply is written in a chat at a time. A process of the release before
    // that was frozen may have left two; the index would refuse them. One that
    // has lost its row cannot come back to it, because its generation is gone.
    this.addSql(`lock table "message" in share row exclusive mode;`)
    this.addSql(`update "message" m set "status" = 'interrupted', "generation_id" = null
      where m."status" = 'streaming' and exists (
        select 1 from "message" later
          where later."chat_id" = m."chat_id" and later."status" = 'streaming'
            and later."position" > m."position");`)
    this.addSql(`update "message" set "generation_id" = null
      where "status" <> 'streaming' and "generation_id" is not null;`)
    this.addSql(
      `create unique index "message_one_streaming_unique" on "message" ("chat_id") where status = 'streaming';`,
    )

    // What a reply has replaced waits until the reply has parts, and is deleted
    // then. A reply that ends without any goes, and what it has replaced is back.
    this.addSql(`create function "settle_replaced"(p_chat_id uuid)
      returns void language plpgsql volatile as $$
      declare
        attempt record;
      begin
        -- A turn of the chat, which locks it too, finds all of this or nothing.
        perform 1 from "chat" where "id" = p_chat_id for update;
        for attempt in
          select distinct old."replaced_by" as reply_id, reply."status", reply."parts"
            from "message" old left join "message" reply on reply."id" = old."replaced_by"
            where old."chat_id" = p_chat_id and old."replaced_by" is not null
        loop
          if attempt.parts <> '[]' then
            delete from "message"
              where "chat_id" = p_chat_id and "replaced_by" = attempt.reply_id;
          elsif attempt.status is distinct from 'streaming' then
            delete from "message" where "id" = attempt.reply_id and "chat_id" = p_chat_id;
            -- An edited message kept its row; its old text stands in a row of its own.
            update "message" edited set "parts" = old."parts"
              from "message" old
              where old."chat_id" = p_chat_id and old."replaced_by" = attempt.reply_id
                and edited."chat_id" = p_chat_id and edited."position" = old."position"
                and edited."replaced_by" is null;
            delete from "message" old
              using "message" edited
              where old."chat_id" = p_chat_id and old."replaced_by" = attempt.reply_id
                and edited."chat_id" = p_chat_id and edited."position" = old."position"
                and edited."replaced_by" is null;
            update "message" set "replaced_by" = null
              where "chat_id" = p_chat_id and "replaced_by" = attempt.reply_id;
          end if;
        end loop;
      end $$;`)

    // What tells two user messages apart where there is no id.
    this.addSql(`create function "message_content"(p_parts jsonb)
      returns text language sql immutable as $$
        select coalesce(string_agg(part ->> 'text', '' order by number), '') || E'\\n'
            || coalesce(string_agg(part ->> 'url', E'\\n' order by number), '')
          from jsonb_array_elements(p_parts) with ordinality as parts (part, number)
      $$;`)

    // All rules of claiming a turn, in one round trip. A transaction of six
    // statements would wait six times for its turn with a busy event loop, and
    // hold its locks and its connection meanwhile. Each statement of a volatile
    // function sees what was committed before the locks were granted.
    //
    // The function of the same name with ten parameters stays for now, because
    // processes of the release before may still be running while this one is
    // rolled out.
    this.addSql(`create function "claim_turn"(
        p_chat_id uuid,
        p_user_id uuid,
        -- The title of the chat, if it has to be made.
        p_title text,
        -- [{id, role, parts}]: the message to answer, or all that leads to it.
        p_messages jsonb,
        -- Whether p_messages begins with the first message of the conversation.
        p_is_whole boolean,
        -- For a message that came without an id, the how-manieth of the user's
        -- messages it is, from 1; else null.
        p_asked_number integer,
        p_reply_id uuid,
        p_generation_id uuid,
        p_model text,
        -- The format in which the reply is asked for; null for none.
        p_stream_format text,
        -- Replies of the user at once, this one included; null for no limit.
        p_max_running integer,
        -- Age of a heartbeat past which a reply has lost its process.
        p_stale_seconds double precision,
        out outcome text,
        -- The reply that is being written, when the outcome is 'join' or 'busy'.
        out running_reply_id uuid,
        -- When the chat was made, if this call made it.
        out chat_made_at timestamptz,
        -- Whether messages wait that come back if the reply ends without a part.
        out has_replaced boolean
      ) language plpgsql volatile as $$
      declare
        asked uuid := (p_messages -> -1 ->> 'id')::uuid;
        asked_parts constant jsonb := p_messages -> -1 -> 'parts';
        alive_since timestamptz;
        running integer := 0;
        chat_owner uuid;
        stored_chat uuid;
        stored_position integer;
        stored_role text;
        stored_parts jsonb;
        newest integer := -1;
        running_position integer;
        inserted integer;
      begin
        has_replaced := false;
        if p_max_running is not null then
          -- Turns of one user wait for each other until they are committed, so
          -- that each counts the replies that are being written by then.
          perform pg_advisory_xact_lock(hashtextextended('replies of ' || p_user_id::text, 0));
          select count(*) into running
            from "message" m join "chat" c on c."id" = m."chat_id"
            where c."user_id" = p_user_id and m."status" = 'streaming'
              and m."heartbeat_at" > clock_timestamp() - make_interval(secs => p_stale_seconds);
        end if;

        -- Turns of one chat come one after the other: each locks its row.
        select "user_id" into chat_owner from "chat" where "id" = p_chat_id for update;
        if not found then
          if not p_is_whole then
            outcome := 'history-needed';
            return;
          end if;
          if running >= p_max_running then
            outcome := 'too-many-running';
            return;
          end if;
          insert into "chat" ("id", "user_id", "title") values (p_chat_id, p_user_id, p_title)
            on conflict ("id") do nothing
            returning "created_at" into chat_made_at;
          if chat_made_at is null then
            -- Another turn made the chat at the same moment.
            select "user_id" into chat_owner from "chat" where "id" = p_chat_id for update;
          end if;
        end if;
        -- A chat that was just made has no messages to compare with. If one of its
        -- messages belongs to another chat, the insert below fails by the primary
        -- key, and the chat is gone again with it.
        if chat_made_at is null then
          if chat_owner is distinct from p_user_id then
            outcome := 'not-owner';
            return;
          end if;

          -- A reply that has lost its process: without its generation, nothing
          -- more of it is stored, should the process only have been frozen.
          alive_since := clock_timestamp() - make_interval(secs => p_stale_seconds);
          update "message" set "status" = 'interrupted', "generation_id" = null
            where "chat_id" = p_chat_id and "status" = 'streaming'
              and ("heartbeat_at" > alive_since) is not true;
          if exists (select 1 from "message"
              where "chat_id" = p_chat_id and "replaced_by" is not null) then
            perform settle_replaced(p_chat_id);
          end if;

          -- A message without an id is the stored one at its place, if the user has
          -- said the same up to there.
          if p_asked_number <= (select count(*) from "message"
              where "chat_id" = p_chat_id and "role" = 'user' and "replaced_by" is null) then
            if not p_is_whole then
              outcome := 'history-needed';
              return;
            end if;
            with stored as (
              select "id", "parts", row_number() over (order by "position") as number
                from "message"
                where "chat_id" = p_chat_id and "role" = 'user' and "replaced_by" is null
            ), sent as (
              select value -> 'parts' as parts, row_number() over (order by ordinality) as number
                from jsonb_array_elements(p_messages) with ordinality
                where value ->> 'role' = 'user'
            )
            select (array_agg(stored."id" order by number desc))[1] into asked
              from stored join sent using (number)
              having bool_and(message_content(stored."parts") = message_content(sent.parts));
            asked := coalesce(asked, (p_messages -> -1 ->> 'id')::uuid);
          end if;

          select "chat_id", "position", "role", "parts"
            into stored_chat, stored_position, stored_role, stored_parts
            from "message" where "id" = asked;
          if stored_chat <> p_chat_id then
            outcome := 'message-of-other-chat';
            return;
          end if;
          if stored_role <> 'user' then
            outcome := 'not-a-user-message';
            return;
          end if;

          select "id", "position" into running_reply_id, running_position from "message"
            where "chat_id" = p_chat_id and "status" = 'streaming';
          if found then
            outcome := case when stored_position = running_position - 1 then 'join' else 'busy' end;
            return;
          end if;
          if running >= p_max_running then
            outcome := 'too-many-running';
            return;
          end if;
        end if;

        if stored_position is not null then
          -- A message that is sent again replaces what came after it. All of that
          -- waits until the new reply has its first part (see settle_replaced).
          update "message" set "replaced_by" = p_reply_id
            where "chat_id" = p_chat_id and "position" > stored_position;
          has_replaced := found;
          if stored_parts <> asked_parts then
            -- The message keeps its id, so its old text needs a row of its own.
            insert into "message" ("id", "chat_id", "position", "role", "parts", "status",
                                   "created_at", "replaced_by")
              select gen_random_uuid(), "chat_id", "position", "role", "parts", "status",
                     "created_at", p_reply_id
                from "message" where "id" = asked;
            update "message" set "parts" = asked_parts where "id" = asked;
            has_replaced := true;
          end if;
          newest := stored_position;
        else
          select coalesce(max("position"), -1) into newest from "message"
            where "chat_id" = p_chat_id;
          insert into "message" ("id", "chat_id", "position", "role", "parts", "status",
                                 "created_at", "heartbeat_at")
            select (value ->> 'id')::uuid, p_chat_id, newest + ordinality,
                   value ->> 'role', value -> 'parts', 'complete',
                   clock_timestamp(), clock_timestamp()
              from jsonb_array_elements(
                     case when chat_made_at is null then jsonb_build_array(p_messages -> -1)
                          else p_messages end) with ordinality;
          get diagnostics inserted = row_count;
          newest := newest + inserted;
        end if;
        insert into "message" ("id", "chat_id", "position", "role", "parts", "status", "model",
                               "stream_format", "generation_id", "created_at", "heartbeat_at")
          values (p_reply_id, p_chat_id, newest + 1, 'assistant', '[]', 'streaming', p_model,
                  p_stream_format, p_generation_id, clock_timestamp(), clock_timestamp());
        outcome := 'started';
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `drop function "claim_turn"(uuid, uuid, text, jsonb, boolean, integer, uuid, uuid, text, text, integer, double precision);`,
    )
    this.addSql(`select settle_replaced("chat_id") from "message" where "replaced_by" is not null;`)
    this.addSql(`delete from "message" where "replaced_by" is not null;`)
    this.addSql(`drop function "message_content"(jsonb);`)
    this.addSql(`drop function "settle_replaced"(uuid);`)
    this.addSql(`drop index "message_one_streaming_unique";`)
    this.addSql(`drop index "message_replaced_index";`)
    this.addSql(`drop index "message_position_unique";`)
    this.addSql(
      `alter table "message" add constraint "message_chat_id_position_unique" unique ("chat_id", "position");`,
    )
    this.addSql(`alter table "message" drop column "replaced_by";`)
  }
}
