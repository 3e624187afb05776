import { Migration } from '@mikro-orm/migrations'

export class Migration20261120073929_initial extends Migration {
  override name = 'Migration20261120073929_initial'

  override up(): void | Promise<void> {
    this.addSql(
      `create table "user_account" ("id" uuid not null, "email" text null, "password_hash" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    )
    this.addSql(
      `alter table "user_account" add constraint "user_account_email_unique" unique ("email");`,
    )

    this.addSql(
      `create table "upload" ("id" uuid not null, "user_id" uuid not null, "status" text not null default 'staged', "staged_key" text not null, "pathname" text null, "filename" text not null, "content_type" text null, "size" int null, "reason" text null, "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    )
    this.addSql(`alter table "upload" add constraint "upload_pathname_unique" unique ("pathname");`)
    this.addSql(
      `create index "upload_user_id_created_at_index" on "upload" ("user_id", "created_at");`,
    )
    this.addSql(
      `create index "upload_status_created_at_index" on "upload" ("status", "created_at");`,
    )

    this.addSql(
      `create table "session" ("id" uuid not null, "token_hash" text not null, "user_id" uuid not null, "name" text null, "created_at" timestamptz(3) not null default now(), "last_used_at" timestamptz(3) not null default now(), "expires_at" timestamptz(3) null, primary key ("id"));`,
    )
    this.addSql(
      `alter table "session" add constraint "session_token_hash_unique" unique ("token_hash");`,
    )
    this.addSql(
      `create index "session_user_id_created_at_index" on "session" ("user_id", "created_at");`,
    )
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`)

    this.addSql(
      `create table "chat" ("id" uuid not null, "user_id" uuid not null, "title" text not null, "title_source" text not null default 'provisional', "visibility" text not null default 'private', "created_at" timestamptz(3) not null default now(), primary key ("id"));`,
    )
    this.addSql(
      `create index "chat_user_id_created_at_id_index" on "chat" ("user_id", "created_at", "id");`,
    )

    this.addSql(
      `create table "message" ("id" uuid not null, "chat_id" uuid not null, "position" int not null, "role" text not null, "parts" jsonb not null, "status" text not null default 'complete', "model" text null, "usage" jsonb null, "created_at" timestamptz(3) not null default now(), "generation_id" uuid null, "heartbeat_at" timestamptz(3) null, "stop_requested" boolean not null default false, primary key ("id"));`,
    )
    this.addSql(
      `create index "message_streaming_index" on "message" ("heartbeat_at") where status = 'streaming';`,
    )
    this.addSql(
      `alter table "message" add constraint "message_chat_id_position_unique" unique ("chat_id", "position");`,
    )

    this.addSql(
      `create table "document" ("id" uuid not null, "created_at" timestamptz(3) not null, "title" text not null, "content" text null, "kind" text not null, "user_id" uuid not null, "chat_id" uuid null, primary key ("id", "created_at"));`,
    )
    this.addSql(
      `create index "document_user_id_created_at_index" on "document" ("user_id", "created_at");`,
    )
    this.addSql(`create index "document_chat_id_index" on "document" ("chat_id");`)

    this.addSql(
      `create table "suggestion" ("id" uuid not null, "document_id" uuid not null, "document_created_at" timestamptz(3) not null, "original_text" text not null, "suggested_text" text not null, "description" text null, "is_resolved" boolean not null default false, "user_id" uuid not null, "created_at" timestamptz(3) not null default now(), "request_id" uuid not null, "position" int not null, primary key ("id"));`,
    )
    this.addSql(`create index "suggestion_user_id_index" on "suggestion" ("user_id");`)
    this.addSql(
      `create index "suggestion_document_id_document_created_at_index" on "suggestion" ("document_id", "document_created_at");`,
    )
    this.addSql(
      `alter table "suggestion" add constraint "suggestion_request_id_position_unique" unique ("request_id", "position");`,
    )

    this.addSql(
      `create table "vote" ("chat_id" uuid not null, "message_id" uuid not null, "is_upvoted" boolean not null, primary key ("chat_id", "message_id"));`,
    )
    this.addSql(`create index "vote_message_id_index" on "vote" ("message_id");`)

    this.addSql(
      `alter table "upload" add constraint "upload_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "chat" add constraint "chat_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "message" add constraint "message_chat_id_foreign" foreign key ("chat_id") references "chat" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "document" add constraint "document_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )
    this.addSql(
      `alter table "document" add constraint "document_chat_id_foreign" foreign key ("chat_id") references "chat" ("id") on delete set null;`,
    )

    this.addSql(
      `alter table "suggestion" add constraint "suggestion_document_id_document_created_at_foreign" foreign key ("document_id", "document_created_at") references "document" ("id", "created_at") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "suggestion" add constraint "suggestion_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on delete cascade;`,
    )

    this.addSql(
      `alter table "vote" add constraint "vote_chat_id_foreign" foreign key ("chat_id") references "chat" ("id") on update cascade on delete cascade;`,
    )
    this.addSql(
      `alter table "vote" add constraint "vote_message_id_foreign" foreign key ("message_id") references "message" ("id") on update cascade on delete cascade;`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`alter table "upload" drop constraint "upload_user_id_foreign";`)
    this.addSql(`alter table "session" drop constraint "session_user_id_foreign";`)
    this.addSql(`alter table "chat" drop constraint "chat_user_id_foreign";`)
    this.addSql(`alter table "document" drop constraint "document_user_id_foreign";`)
    this.addSql(`alter table "suggestion" drop constraint "suggestion_user_id_foreign";`)
    this.addSql(`alter table "message" drop constraint "message_chat_id_foreign";`)
    this.addSql(`alter table "document" drop constraint "document_chat_id_foreign";`)
    this.addSql(`alter table "vote" drop constraint "vote_chat_id_foreign";`)
    this.addSql(`alter table "vote" drop constraint "vote_message_id_foreign";`)
    this.addSql(
      `alter table "suggestion" drop constraint "suggestion_document_id_document_created_at_foreign";`,
    )

    this.addSql(`drop table if exists "user_account" cascade;`)
    this.addSql(`drop table if exists "upload" cascade;`)
    this.addSql(`drop table if exists "session" cascade;`)
    this.addSql(`drop table if exists "chat" cascade;`)
    this.addSql(`drop table if exists "message" cascade;`)
    this.addSql(`drop table if exists "document" cascade;`)
    this.addSql(`drop table if exists "suggestion" cascade;`)
    this.addSql(`drop table if exists "vote" cascade;`)
  }
}
