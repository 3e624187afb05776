import { Migration } from '@mikro-orm/migrations'

export class Migration20261120093000_provisional_titles extends Migration {
  override name = 'Migration20261120093000_provisional_titles'

  override up(): void | Promise<void> {
    // The clean-up looks for lost titles every minute, which read the whole table.
    this.addSql(
      `create index "chat_provisional_index" on "chat" ("created_at") where title_source = 'provisional';`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "chat_provisional_index";`)
  }
}
