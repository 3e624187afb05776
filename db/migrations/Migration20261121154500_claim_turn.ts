import { Migration } from '@mikro-orm/migrations'

export class Migration20261121154500_claim_turn extends Migration {
  override name = 'Migration20261121154500_claim_turn'

  override up(): void | Promise<void> {
    // All rules of claiming a turn, in one round trip. A transaction of six
    // statements would wait six times for its turn with a busy event loop, and
    // hold its locks and its connection meanwhile. Each statement of a volatile
    // function sees what was committed before the locks were granted.
    //
    // The two functions that it replaces stay for now, because processes of the
    // release before may still be running while this one is rolled out.
    this.addSql(`create function "claim_turn"(
        p_chat_id uuid,
        p_user_id uuid,
        -- The title of the chat, if it has to be made.
        p_title text,
        -- [{id, role, parts}]: the message to answer, or all that leads to it.
        p_messages jsonb,
        -- Whether p_messages begins with the first message of the conversation.
        p_is_whole boolean,
        p_reply_id uuid,
        p_generation_id uuid,
        p_model text,
        -- Replies of the user at once, this one included; null for no limit.
        p_max_running integer,
        -- Age of a heartbeat past which a reply has lost its process.
        p_stale_seconds double precision,
        out outcome text,
        -- The reply that is being written, when the outcome is 'join'.
        out running_reply_id uuid,
        -- When the chat was made, if this call made it.
        out chat_made_at timestamptz
      ) language plpgsql volatile as $$
      declare
        asked constant uuid := (p_messages -> -1 ->> 'id')::uuid;
        alive_since timestamptz;
        running integer := 0;
        chat_owner uuid;
        stored_chat uuid;
        stored_position integer;
        stored_role text;
        newest integer := -1;
        busy_id uuid;
        busy_position integer;
        inserted integer;
      begin
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

          select "chat_id", "position", "role" into stored_chat, stored_position, stored_role
            from "message" where "id" = asked;
          if stored_chat <> p_chat_id then
            outcome := 'message-of-other-chat';
            return;
          end if;
          if stored_role <> 'user' then
            outcome := 'not-a-user-message';
            return;
          end if;

          select coalesce(max("position"), -1) into newest from "message"
            where "chat_id" = p_chat_id;
          alive_since := clock_timestamp() - make_interval(secs => p_stale_seconds);
          select "id", "position" into busy_id, busy_position from "message"
            where "chat_id" = p_chat_id and "position" >= newest - 1
              and "status" = 'streaming' and "heartbeat_at" > alive_since
            order by "position" limit 1;
          if found then
            if stored_position = busy_position - 1 then
              outcome := 'join';
              running_reply_id := busy_id;
            else
              outcome := 'busy';
            end if;
            return;
          end if;
          if running >= p_max_running then
            outcome := 'too-many-running';
            return;
          end if;

          -- What still reads as being written has lost its process.
          update "message" set "status" = 'interrupted', "generation_id" = null
            where "chat_id" = p_chat_id and "position" >= newest - 1 and "status" = 'streaming';
        end if;

        if stored_position is not null then
          -- A message that is sent again replaces what came after it.
          delete from "message"
            where "chat_id" = p_chat_id and "position" > stored_position;
          update "message" set "parts" = p_messages -> -1 -> 'parts' where "id" = asked;
          newest := stored_position;
        else
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
                               "generation_id", "created_at", "heartbeat_at")
          values (p_reply_id, p_chat_id, newest + 1, 'assistant', '[]', 'streaming', p_model,
                  p_generation_id, clock_timestamp(), clock_timestamp());
        outcome := 'started';
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function if exists "claim_turn";`)
  }
}
