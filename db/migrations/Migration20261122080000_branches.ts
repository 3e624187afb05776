import { Migration } from '@mikro-orm/migrations'

/** What a reply replaces is kept beside the conversation (docs/decisions/0039-branches.md). */
export class Migration20261122080000_branches extends Migration {
  override name = 'Migration20261122080000_branches'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "message" add column "branch_id" uuid null, add column "parent_id" uuid null;`,
    )
    this.addSql(`drop index "message_replaced_index";`)
    this.addSql(
      `create index "message_replaced_index" on "message" ("chat_id") where replaced_by is not null and branch_id is null;`,
    )
    this.addSql(
      `create index "message_branch_index" on "message" ("chat_id", "parent_id") where branch_id is not null;`,
    )
    this.addBranches()

    // The functions of before come back with the migration down. They must not be
    // called any more: they would delete branches, or write to them. What
    // processes of the release before call has the same names and parameters.
    this.addSql(
      `alter function "settle_replaced"(uuid) rename to "settle_replaced_without_branches";`,
    )
    this.addSql(
      `alter function "claim_turn"(uuid, uuid, text, jsonb, boolean, integer, uuid, uuid, text, text, integer, double precision) rename to "claim_turn_without_branches";`,
    )
    this.addSettleReplaced()
    this.addClaimTurn()
    this.addShowMessage()
  }

  private addBranches() {
    // Makes a branch of what was set aside together: a chain, in which each row
    // names the one before it, and the first one what it follows in the
    // conversation. Called with the chat locked, and what is shown in its place.
    this.addSql(`create function "keep_replaced"(p_chat_id uuid, p_replaced_by uuid)
      returns void language plpgsql volatile as $$
      declare
        branch constant uuid := gen_random_uuid();
        fork record;
      begin
        with tail as (
          select "id", lag("id") over (order by "position") as before
            from "message"
            where "chat_id" = p_chat_id and "replaced_by" = p_replaced_by and "branch_id" is null
        )
        update "message" m
          set "branch_id" = branch, "replaced_by" = branch,
              "parent_id" = coalesce(
                tail.before,
                (select shown."id" from "message" shown
                  where shown."chat_id" = p_chat_id and shown."position" < m."position"
                    and shown."replaced_by" is null
                  order by shown."position" desc limit 1),
                p_chat_id)
          from tail where m."id" = tail."id";

        -- 100 may stand at one place, one of them shown: the oldest others go, and
        -- with each what followed it.
        select "parent_id", "position" into fork from "message"
          where "chat_id" = p_chat_id and "branch_id" = branch order by "position" limit 1;
        with recursive gone as (
          (select "id" from "message"
            where "chat_id" = p_chat_id and "branch_id" is not null
              and "parent_id" = fork.parent_id and "position" = fork.position
            order by "created_at" desc, "id" offset 99)
          union all
          select later."id" from gone join "message" later
            on later."chat_id" = p_chat_id and later."branch_id" is not null
              and later."parent_id" = gone."id"
        )
        delete from "message" where "id" in (select "id" from gone);
      end $$;`)

    // Shows a message of a branch: what leads to it, and what follows it there. What
    // was shown in its place becomes a branch. Called with the chat locked.
    this.addSql(`create function "show_branch"(p_chat_id uuid, p_message_id uuid)
      returns void language plpgsql volatile as $$
      declare
        aside constant uuid := gen_random_uuid();
        path uuid[];
        first integer;
      begin
        with recursive before_it as (
          select "id", "parent_id", "position", "branch_id" from "message"
            where "id" = p_message_id and "chat_id" = p_chat_id and "branch_id" is not null
          union all
          select m."id", m."parent_id", m."position", m."branch_id"
            from before_it join "message" m on m."id" = before_it."parent_id"
            where m."branch_id" is not null
        ), after_it as (
          select m."id", m."position" from "message" m join "message" target
              on target."id" = p_message_id and m."branch_id" = target."branch_id"
            where m."chat_id" = p_chat_id and m."position" > target."position"
        )
        select array_agg("id"), min("position") into path, first
          from (select "id", "position" from before_it
                union all select "id", "position" from after_it) as shown;

        update "message" set "replaced_by" = aside
          where "chat_id" = p_chat_id and "position" >= first and "replaced_by" is null;
        update "message" set "replaced_by" = null, "branch_id" = null, "parent_id" = null
          where "id" = any(path);
        perform keep_replaced(p_chat_id, aside);
      end $$;`)
  }

  private addSettleReplaced() {
    // What a reply has replaced waits until the reply has parts, and is kept as a
    // branch then. A reply that ends without any goes, and what it has replaced is back.
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
              and old."branch_id" is null
        loop
          if attempt.parts <> '[]' then
            perform keep_replaced(p_chat_id, attempt.reply_id);
          elsif attempt.status is distinct from 'streaming' then
            delete from "message" where "id" = attempt.reply_id and "chat_id" = p_chat_id;
            -- An edited message kept its row; its old text stands in a row of its own,
            -- and so far the branches that followed it belong to that.
            update "message" branch set "parent_id" = edited."id"
              from "message" old, "message" edited
              where old."chat_id" = p_chat_id and old."replaced_by" = attempt.reply_id
                and edited."chat_id" = p_chat_id and edited."position" = old."position"
                and edited."replaced_by" is null
                and branch."chat_id" = p_chat_id and branch."branch_id" is not null
                and branch."parent_id" = old."id";
            update "message" edited set "parts" = old."parts", "created_at" = old."created_at"
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
  }

  private addClaimTurn() {
    // All rules of claiming a turn, in one round trip: see the migration of replaced
    // messages. What is new: branches are no part of the conversation, and a message
    // of one of them that is sent again shows its branch.
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
        stored_branch uuid;
        old_text constant uuid := gen_random_uuid();
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
              where "chat_id" = p_chat_id and "replaced_by" is not null and "branch_id" is null) then
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

          select "chat_id", "position", "role", "parts", "branch_id"
            into stored_chat, stored_position, stored_role, stored_parts, stored_branch
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
            outcome := case when stored_position = running_position - 1 and stored_branch is null
              then 'join' else 'busy' end;
            return;
          end if;
          if running >= p_max_running then
            outcome := 'too-many-running';
            return;
          end if;
        end if;

        if stored_position is not null then
          if stored_branch is not null then
            -- It stands in a branch that is not shown: the client has shown it since.
            perform show_branch(p_chat_id, asked);
          end if;
          -- A message that is sent again replaces what came after it. All of that
          -- waits until the new reply has its first part (see settle_replaced).
          update "message" set "replaced_by" = p_reply_id
            where "chat_id" = p_chat_id and "position" > stored_position
              and "replaced_by" is null;
          has_replaced := found;
          if stored_parts <> asked_parts then
            -- The message keeps its id, so its old text needs a row of its own, to
            -- which all replies belong that it had.
            insert into "message" ("id", "chat_id", "position", "role", "parts", "status",
                                   "created_at", "replaced_by")
              select old_text, "chat_id", "position", "role", "parts", "status",
                     "created_at", p_reply_id
                from "message" where "id" = asked;
            update "message" set "parts" = asked_parts, "created_at" = clock_timestamp()
              where "id" = asked;
            update "message" set "parent_id" = old_text
              where "chat_id" = p_chat_id and "parent_id" = asked and "branch_id" is not null;
            has_replaced := true;
          end if;
          newest := stored_position;
        else
          select coalesce(max("position"), -1) into newest from "message"
            where "chat_id" = p_chat_id and "replaced_by" is null;
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

  private addShowMessage() {
    this.addSql(`create function "show_message"(
        p_chat_id uuid,
        p_user_id uuid,
        p_message_id uuid,
        -- Age of a heartbeat past which a reply has lost its process.
        p_stale_seconds double precision,
        out outcome text
      ) language plpgsql volatile as $$
      declare
        chat_owner uuid;
        branch uuid;
      begin
        select "user_id" into chat_owner from "chat" where "id" = p_chat_id for update;
        if not found or chat_owner <> p_user_id then
          outcome := 'no-chat';
          return;
        end if;
        -- As in claim_turn: a reply that has lost its process.
        update "message" set "status" = 'interrupted', "generation_id" = null
          where "chat_id" = p_chat_id and "status" = 'streaming'
            and ("heartbeat_at" > clock_timestamp() - make_interval(secs => p_stale_seconds))
                is not true;
        perform settle_replaced(p_chat_id);
        select "branch_id" into branch from "message"
          where "id" = p_message_id and "chat_id" = p_chat_id;
        if not found then
          outcome := 'no-message';
        elsif exists (select 1 from "message"
            where "chat_id" = p_chat_id and "status" = 'streaming') then
          outcome := 'busy';
        else
          if branch is not null then
            perform show_branch(p_chat_id, p_message_id);
            -- The user's other pages show it too; the migration after this one makes the function.
            perform hint_user(p_user_id, 'shown:' || p_chat_id);
          end if;
          outcome := 'shown';
        end if;
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function "show_message"(uuid, uuid, uuid, double precision);`)
    this.addSql(
      `drop function "claim_turn"(uuid, uuid, text, jsonb, boolean, integer, uuid, uuid, text, text, integer, double precision);`,
    )
    this.addSql(`drop function "settle_replaced"(uuid);`)
    this.addSql(
      `alter function "claim_turn_without_branches"(uuid, uuid, text, jsonb, boolean, integer, uuid, uuid, text, text, integer, double precision) rename to "claim_turn";`,
    )
    this.addSql(
      `alter function "settle_replaced_without_branches"(uuid) rename to "settle_replaced";`,
    )
    this.addSql(`drop function "show_branch"(uuid, uuid);`)
    this.addSql(`drop function "keep_replaced"(uuid, uuid);`)
    this.addSql(`delete from "message" where "branch_id" is not null;`)
    this.addSql(`drop index "message_branch_index";`)
    this.addSql(`drop index "message_replaced_index";`)
    this.addSql(
      `create index "message_replaced_index" on "message" ("chat_id") where replaced_by is not null;`,
    )
    this.addSql(`alter table "message" drop column "branch_id", drop column "parent_id";`)
  }
}
