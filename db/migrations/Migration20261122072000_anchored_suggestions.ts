import { Migration } from '@mikro-orm/migrations'

/**
 * Where a suggestion's text begins, so that two same sentences are told apart; and
 * requests for the change of a part (docs/decisions/0037-suggestions-keep-their-place.md).
 */
export class Migration20261122072000_anchored_suggestions extends Migration {
  override name = 'Migration20261122072000_anchored_suggestions'

  override up(): void | Promise<void> {
    this.addSql(`alter table "suggestion" add column "start_offset" int null;`)
    this.addSql(
      `alter table "suggestion_request" add column "start_offset" int null, add column "end_offset" int null, add column "instruction" text null;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "suggestion" drop column "start_offset";`)
    this.addSql(
      `alter table "suggestion_request" drop column "start_offset", drop column "end_offset", drop column "instruction";`,
    )
  }
}
