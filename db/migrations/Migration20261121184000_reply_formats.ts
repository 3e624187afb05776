import { Migration } from '@mikro-orm/migrations'

export class Migration20261121184000_reply_formats extends Migration {
  override name = 'Migration20261121184000_reply_formats'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "message" add column "error_kind" text null, add column "stream_format" text null;`,
    )
    // Beside the function without the format, which processes of the release
    // before call while this one is rolled out.
    this.addSql(`create function "claim_turn"(
        p_chat_id uuid, p_user_id uuid, p_title text, p_messages jsonb, p_is_whole boolean,
        p_reply_id uuid, p_generation_id uuid, p_model text,
        p_max_running integer, p_stale_seconds double precision,
        -- The format in which the reply was asked for; null for none.
        p_stream_format text,
        out outcome text, out running_reply_id uuid, out chat_made_at timestamptz
      ) language plpgsql volatile as $$
      begin
        select * into outcome, running_reply_id, chat_made_at
          from "claim_turn"(p_chat_id, p_user_id, p_title, p_messages, p_is_whole, p_reply_id,
                            p_generation_id, p_model, p_max_running, p_stale_seconds);
        if outcome = 'started' then
          update "message" set "stream_format" = p_stream_format where "id" = p_reply_id;
        end if;
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `drop function if exists "claim_turn"(uuid, uuid, text, jsonb, boolean, uuid, uuid, text, integer, double precision, text);`,
    )
    this.addSql(`alter table "message" drop column "error_kind", drop column "stream_format";`)
  }
}
