import { Migration } from '@mikro-orm/migrations'

export class Migration20261120083000_operations extends Migration {
  override name = 'Migration20261120083000_operations'

  override up(): void | Promise<void> {
    this.addSql(
      `create unlogged table "rate_limit" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    )

    this.addSql(
      `create table "job_metric" ("job" text not null, "outcome" text not null, "up_to_ms" int not null, "count" bigint not null, "seconds" double precision not null, primary key ("job", "outcome", "up_to_ms"));`,
    )

    // In one round trip: turns of one user wait for each other until they are
    // committed, and each counts the replies that are being written by then.
    // Two statements, so that the count sees what the lock waited for.
    this.addSql(`create function "count_running_replies"(p_user_id uuid, p_stale interval)
      returns integer language plpgsql volatile as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended('replies of ' || p_user_id::text, 0));
        return (
          select count(*) from "message" m join "chat" c on c."id" = m."chat_id"
            where m."status" = 'streaming' and m."heartbeat_at" > clock_timestamp() - p_stale
              and c."user_id" = p_user_id
        );
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "rate_limit" cascade;`)
    this.addSql(`drop table if exists "job_metric" cascade;`)
    this.addSql(`drop function if exists "count_running_replies"(uuid, interval);`)
  }
}
