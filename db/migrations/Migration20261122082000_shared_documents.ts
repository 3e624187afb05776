import { Migration } from '@mikro-orm/migrations'

/**
 * Whoever shares a chat chooses the documents that its readers may read
 * (docs/decisions/0044-finding-and-sharing.md). A chat that is public already goes on
 * sharing all of its documents.
 */
export class Migration20261122082000_shared_documents extends Migration {
  override name = 'Migration20261122082000_shared_documents'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "chat" add column "shares_all_documents" boolean not null default false;`,
    )
    this.addSql(`update "chat" set "shares_all_documents" = true where "visibility" = 'public';`)
    this.addSql(
      `create table "chat_shared_document" ("chat_id" uuid not null, "document_id" uuid not null, primary key ("chat_id", "document_id"));`,
    )
    this.addSql(
      `alter table "chat_shared_document" add constraint "chat_shared_document_chat_id_foreign" foreign key ("chat_id") references "chat" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    // The release before would show all of their documents.
    this.addSql(
      `update "chat" set "visibility" = 'private' where "visibility" = 'public' and not "shares_all_documents";`,
    )
    this.addSql(`drop table "chat_shared_document";`)
    this.addSql(`alter table "chat" drop column "shares_all_documents";`)
  }
}
