import { Migration } from '@mikro-orm/migrations'

export class Migration20261121184000_reply_formats extends Migration {
  override name = 'Migration20261121184000_reply_formats'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "message" add column "error_kind" text null, add column "stream_format" text null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "message" drop column "error_kind", drop column "stream_format";`)
  }
}
