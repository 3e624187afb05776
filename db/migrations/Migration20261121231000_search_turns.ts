import { Migration } from '@mikro-orm/migrations'

/**
 * The clean-up finds the chats with messages that have no words yet, so that users
 * take turns (docs/decisions/0011-search.md, "Long histories").
 */
export class Migration20261121231000_search_turns extends Migration {
  override name = 'Migration20261121231000_search_turns'

  override up(): void | Promise<void> {
    this.addSql(
      `create index "message_wordless_index" on "message" ("chat_id", "position") where search is null;`,
    )
    this.addSql(`drop index "message_without_words_index";`)
  }

  override down(): void | Promise<void> {
    this.addSql(
      `create index "message_without_words_index" on "message" ("created_at") where search is null;`,
    )
    this.addSql(`drop index "message_wordless_index";`)
  }
}
