import { Migration } from '@mikro-orm/migrations'

export class Migration20261121190500_relay_batches extends Migration {
  override name = 'Migration20261121190500_relay_batches'

  override up(): void | Promise<void> {
    // Unlogged: it costs no write of the log, and after a crash of Postgres it is
    // empty, which the processes that write to it notice.
    this.addSql(
      `create unlogged table "relay_batch" ("reply_id" uuid not null, "next" int not null, "chunks" text not null, "created_at" timestamptz(3) not null default now(), primary key ("reply_id", "next"));`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "relay_batch" cascade;`)
  }
}
