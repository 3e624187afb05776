import { Migration } from '@mikro-orm/migrations'

export class Migration20261121193000_token_ledger extends Migration {
  override name = 'Migration20261121193000_token_ledger'

  override up(): void | Promise<void> {
    // Both at once, and without a rewrite of the table: the default is a constant.
    // Processes of the release before leave the columns alone.
    this.addSql(
      `alter table "user_account" add column "tokens_day" date null, add column "tokens_today" double precision not null default 0;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "user_account" drop column "tokens_day", drop column "tokens_today";`)
  }
}
