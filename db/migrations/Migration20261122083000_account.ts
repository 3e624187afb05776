import { Migration } from '@mikro-orm/migrations'

/**
 * What a user decides about the account: instructions, prompts, sessions that can be
 * told apart, a password that can be reset, and the end of it all
 * (docs/decisions/0045-accounts.md).
 */
export class Migration20261122083000_account extends Migration {
  override name = 'Migration20261122083000_account'

  override up(): void | Promise<void> {
    this.addSql(`alter table "session" add column "user_agent" text null;`)
    this.addSql(
      `alter table "user_account" add column "instructions" text null, add column "closed_at" timestamptz(3) null;`,
    )
    this.addSql(
      `create index "user_account_closed_index" on "user_account" ("closed_at") where closed_at is not null;`,
    )
    this.addSql(`alter table "chat" add column "instructions" text null;`)

    this.addSql(
      `create table "prompt" ("id" uuid not null, "user_id" uuid not null, "name" text not null, "text" text not null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    )
    this.addSql(
      `alter table "prompt" add constraint "prompt_user_id_name_unique" unique ("user_id", "name");`,
    )
    this.addSql(
      `alter table "prompt" add constraint "prompt_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )

    this.addSql(
      `create table "password_reset" ("id" uuid not null, "user_id" uuid not null, "token_hash" text null, "created_at" timestamptz(3) not null default now(), "expires_at" timestamptz(3) not null, primary key ("id"));`,
    )
    this.addSql(`create index "password_reset_user_id_index" on "password_reset" ("user_id");`)
    this.addSql(
      `alter table "password_reset" add constraint "password_reset_token_hash_unique" unique ("token_hash");`,
    )
    this.addSql(
      `create index "password_reset_expires_at_index" on "password_reset" ("expires_at");`,
    )
    this.addSql(
      `alter table "password_reset" add constraint "password_reset_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "password_reset" cascade;`)
    this.addSql(`drop table if exists "prompt" cascade;`)
    this.addSql(`alter table "chat" drop column "instructions";`)
    // Without the column they would be guests that nobody removes.
    this.addSql(`delete from "user_account" where "closed_at" is not null;`)
    this.addSql(`alter table "user_account" drop column "instructions", drop column "closed_at";`)
    this.addSql(`alter table "session" drop column "user_agent";`)
  }
}
