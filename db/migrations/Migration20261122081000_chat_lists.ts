import { Migration } from '@mikro-orm/migrations'

/**
 * Pinned, archived and temporary chats, and the signals that tell a user's open
 * pages what has changed (docs/decisions/0043-open-pages-follow.md).
 */
export class Migration20261122081000_chat_lists extends Migration {
  override name = 'Migration20261122081000_chat_lists'

  override up(): void | Promise<void> {
    this.addSql(
      `alter table "chat" add column "pinned_at" timestamptz(3) null, add column "archived_at" timestamptz(3) null, add column "expires_at" timestamptz(3) null;`,
    )
    this.addSql(
      `create index "chat_listed_index" on "chat" ("user_id", "created_at", "id") where archived_at is null and expires_at is null;`,
    )
    this.addSql(
      `create index "chat_pinned_index" on "chat" ("user_id", "pinned_at") where pinned_at is not null;`,
    )
    this.addSql(
      `create index "chat_archived_index" on "chat" ("user_id", "created_at", "id") where archived_at is not null;`,
    )
    this.addSql(
      `create index "chat_expiry_index" on "chat" ("expires_at") where expires_at is not null;`,
    )

    // Until when a page of the user is open. Nobody else's writes signal anything:
    // all commits that signal wait for each other.
    this.addSql(`alter table "user_account" add column "live_until" timestamptz(3) null;`)
    this.addSql(`create function "hint_user"(p_user_id uuid, p_hint text)
      returns void language plpgsql volatile as $$
      begin
        if exists (select 1 from "user_account"
            where "id" = p_user_id and "live_until" > clock_timestamp()) then
          perform pg_notify('parley', 'user:' || p_user_id || ' ' || p_hint);
        end if;
      end $$;`)

    // Triggers, because a turn is then still one round trip, and no place that
    // writes can forget them.
    this.addSql(`create function "chat_hints"()
      returns trigger language plpgsql volatile as $$
      begin
        if tg_op = 'INSERT' then
          -- The same words for each of the many chats of an import, so that they are sent once.
          perform hint_user(new."user_id", 'history');
        elsif tg_op = 'DELETE' then
          perform hint_user(old."user_id", 'deleted:' || old."id");
        else
          perform hint_user(new."user_id", 'changed:' || new."id");
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "chat_made_hint" after insert on "chat"
      for each row when (new."expires_at" is null) execute function chat_hints();`)
    this.addSql(`create trigger "chat_changed_hint"
      after update of "title", "visibility", "pinned_at", "archived_at" on "chat"
      for each row execute function chat_hints();`)
    this.addSql(`create trigger "chat_deleted_hint" after delete on "chat"
      for each row execute function chat_hints();`)

    this.addSql(`create function "message_hints"()
      returns trigger language plpgsql volatile as $$
      declare
        owner uuid;
        expiry timestamptz;
      begin
        select "user_id", "expires_at" into owner, expiry from "chat" where "id" = new."chat_id";
        if expiry is not null then
          update "chat" set "expires_at" = clock_timestamp() + interval '1 hour'
            where "id" = new."chat_id";
        end if;
        -- A page that shows this reply in this state has nothing to load.
        perform hint_user(owner, 'reply:' || new."chat_id" || ':' || new."id" || ':' || new."status");
        return null;
      end $$;`)
    this.addSql(`create trigger "reply_begun_hint" after insert on "message"
      for each row when (new."status" = 'streaming') execute function message_hints();`)
    this.addSql(`create trigger "reply_ended_hint" after update of "status" on "message"
      for each row when (old."status" = 'streaming' and new."status" <> 'streaming')
      execute function message_hints();`)

    this.addSql(`create function "vote_hints"()
      returns trigger language plpgsql volatile as $$
      begin
        perform hint_user("user_id", 'votes:' || "id") from "chat" where "id" = new."chat_id";
        return null;
      end $$;`)
    this.addSql(`create trigger "vote_hint" after insert or update on "vote"
      for each row execute function vote_hints();`)

    this.addSql(`create function "document_hints"()
      returns trigger language plpgsql volatile as $$
      begin
        if tg_op = 'DELETE' then
          perform hint_user(old."user_id", 'documents:' || old."id");
        else
          perform hint_user(new."user_id", 'documents:' || coalesce(new."original_id", new."id"));
        end if;
        return null;
      end $$;`)
    this.addSql(`create trigger "document_hint"
      after insert or delete or update of "title", "updated_at", "deleted_at" on "document_summary"
      for each row execute function document_hints();`)

    this.addSql(`create function "session_hints"()
      returns trigger language plpgsql volatile as $$
      begin
        perform hint_user(old."user_id", 'session:' || old."id");
        return null;
      end $$;`)
    this.addSql(`create trigger "session_ended_hint" after delete on "session"
      for each row execute function session_hints();`)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop trigger "session_ended_hint" on "session";`)
    this.addSql(`drop trigger "document_hint" on "document_summary";`)
    this.addSql(`drop trigger "vote_hint" on "vote";`)
    this.addSql(`drop trigger "reply_ended_hint" on "message";`)
    this.addSql(`drop trigger "reply_begun_hint" on "message";`)
    this.addSql(`drop trigger "chat_deleted_hint" on "chat";`)
    this.addSql(`drop trigger "chat_changed_hint" on "chat";`)
    this.addSql(`drop trigger "chat_made_hint" on "chat";`)
    for (const table of ['session', 'document', 'vote', 'message', 'chat']) {
      this.addSql(`drop function "${table}_hints"();`)
    }
    this.addSql(`drop function "hint_user"(uuid, text);`)
    this.addSql(`alter table "user_account" drop column "live_until";`)
    this.addSql(`delete from "chat" where "expires_at" is not null;`)
    this.addSql(
      `alter table "chat" drop column "pinned_at", drop column "archived_at", drop column "expires_at";`,
    )
  }
}
