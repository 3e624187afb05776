import { Migration } from '@mikro-orm/migrations'

export class Migration20261120090000_claim_next_turn extends Migration {
  override name = 'Migration20261120090000_claim_next_turn'

  override up(): void | Promise<void> {
    // The usual turn, one more message in a chat that is known and at rest, in
    // one round trip: as a transaction of six it waits, on a busy process, six
    // times for its turn with the event loop, and holds a connection meanwhile.
    // Anything unusual gives false and has written nothing. Each statement of
    // the function sees what was committed before the lock was granted.
    this.addSql(`create function "claim_next_turn"(
        p_chat_id uuid, p_user_id uuid, p_message_id uuid, p_parts jsonb,
        p_reply_id uuid, p_model text, p_generation_id uuid,
        p_max_running integer, p_stale interval
      ) returns boolean language plpgsql volatile as $$
      declare
        newest integer;
      begin
        if p_max_running is not null
            and count_running_replies(p_user_id, p_stale) >= p_max_running then
          return false;
        end if;
        perform 1 from "chat" where "id" = p_chat_id and "user_id" = p_user_id for update;
        if not found then
          return false;
        end if;
        select coalesce(max("position"), -1) into newest from "message"
          where "chat_id" = p_chat_id;
        if exists (
          select 1 from "message" where "id" = p_message_id
            or ("chat_id" = p_chat_id and "position" >= newest - 1 and "status" = 'streaming')
        ) then
          return false;
        end if;
        insert into "message" ("id", "chat_id", "position", "role", "parts", "status", "model",
                               "generation_id", "created_at", "heartbeat_at")
          values
            (p_message_id, p_chat_id, newest + 1, 'user', p_parts, 'complete', null,
             null, clock_timestamp(), clock_timestamp()),
            (p_reply_id, p_chat_id, newest + 2, 'assistant', '[]', 'streaming', p_model,
             p_generation_id, clock_timestamp(), clock_timestamp());
        return true;
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `drop function if exists "claim_next_turn"(uuid, uuid, uuid, jsonb, uuid, text, uuid, integer, interval);`,
    )
  }
}
