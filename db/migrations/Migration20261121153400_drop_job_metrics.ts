import { Migration } from '@mikro-orm/migrations'

export class Migration20261121153400_drop_job_metrics extends Migration {
  override name = 'Migration20261121153400_drop_job_metrics'

  override up(): void | Promise<void> {
    // Durations and outcomes of jobs are in the workers' logs, counts in the queue.
    this.addSql(`drop table if exists "job_metric" cascade;`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create table "job_metric" ("job" text not null, "outcome" text not null, "up_to_ms" int not null, "count" bigint not null, "seconds" double precision not null, primary key ("job", "outcome", "up_to_ms"));`,
    )
  }
}
