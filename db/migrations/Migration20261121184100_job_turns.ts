import { Migration } from '@mikro-orm/migrations'

export class Migration20261121184100_job_turns extends Migration {
  override name = 'Migration20261121184100_job_turns'

  override up(): void | Promise<void> {
    this.addSql(
      `create unlogged table "job_turn" ("queue" text not null, "job_id" text not null, "user_id" uuid not null, "is_running" boolean not null default false, "waiting_since" timestamptz(3) not null default now(), "expires_at" timestamptz(3) not null, primary key ("queue", "job_id"));`,
    )
    this.addSql(`create index "job_turn_user_id_queue_index" on "job_turn" ("user_id", "queue");`)
    this.addSql(`create index "job_turn_expires_at_index" on "job_turn" ("expires_at");`)

    // In one round trip: the jobs of one user wait for each other until they are
    // committed, and each counts those before it.
    this.addSql(`create function "take_job_turn"(
        p_queue text,
        p_job_id text,
        p_user_id uuid,
        -- Jobs of the user at work at once.
        p_max integer,
        -- How long the job may be at work without renewing its row.
        p_lease_seconds double precision,
        -- How long the job stays in line without being taken again.
        p_line_seconds double precision
      ) returns integer language plpgsql volatile as $$
      declare
        mine "job_turn";
        ahead integer;
      begin
        perform pg_advisory_xact_lock(hashtextextended('jobs of ' || p_user_id::text, 0));
        delete from "job_turn"
          where "user_id" = p_user_id and "queue" = p_queue
            and "job_id" <> p_job_id and "expires_at" < clock_timestamp();
        insert into "job_turn" ("queue", "job_id", "user_id", "waiting_since", "expires_at")
          values (p_queue, p_job_id, p_user_id, clock_timestamp(), clock_timestamp())
          on conflict ("queue", "job_id") do update set "user_id" = p_user_id
          returning * into mine;

        -- Those at work, and those that have waited for longer.
        select count(*) into ahead from "job_turn"
          where "user_id" = p_user_id and "queue" = p_queue and "job_id" <> p_job_id
            and ("is_running" or ("waiting_since", "job_id") < (mine."waiting_since", p_job_id));
        mine."is_running" := mine."is_running" or ahead < p_max;
        update "job_turn" set
            "is_running" = mine."is_running",
            "expires_at" = clock_timestamp() + make_interval(
              secs => case when mine."is_running" then p_lease_seconds else p_line_seconds end)
          where "queue" = p_queue and "job_id" = p_job_id;
        return case when mine."is_running" then 0 else ahead - p_max + 1 end;
      end $$;`)

    this.addSql(`create function "end_job_turn"(
        p_queue text,
        p_job_id text,
        p_user_id uuid,
        p_max integer,
        p_lease_seconds double precision
      ) returns text language plpgsql volatile as $$
      declare
        running integer;
        next_job_id text;
      begin
        perform pg_advisory_xact_lock(hashtextextended('jobs of ' || p_user_id::text, 0));
        delete from "job_turn"
          where "user_id" = p_user_id and "queue" = p_queue
            and ("job_id" = p_job_id or "expires_at" < clock_timestamp());
        select count(*) into running from "job_turn"
          where "user_id" = p_user_id and "queue" = p_queue and "is_running";
        if running >= p_max then
          return null;
        end if;
        -- The turn is handed on here, so that no younger job can come between.
        update "job_turn" set
            "is_running" = true,
            "expires_at" = clock_timestamp() + make_interval(secs => p_lease_seconds)
          where "queue" = p_queue and "job_id" = (
            select "job_id" from "job_turn"
              where "user_id" = p_user_id and "queue" = p_queue and not "is_running"
              order by "waiting_since", "job_id" limit 1)
          returning "job_id" into next_job_id;
        return next_job_id;
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop function if exists "take_job_turn";`)
    this.addSql(`drop function if exists "end_job_turn";`)
    this.addSql(`drop table if exists "job_turn" cascade;`)
  }
}
