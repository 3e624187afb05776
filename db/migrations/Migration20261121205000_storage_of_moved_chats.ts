import { Migration } from '@mikro-orm/migrations'

/**
 * A reply that ends while its guest signs in to an account counts for the account.
 * Its note waited for the guest, who was gone then, and the reply was not stored.
 */
export class Migration20261121205000_storage_of_moved_chats extends Migration {
  override name = 'Migration20261121205000_storage_of_moved_chats'

  // Only bodies of functions change.
  override up(): void | Promise<void> {
    this.addSql(`drop function "note_storage"(uuid, bigint);`)
    // Tells whether the user is there. Waits for a transaction that is about to
    // remove the user; the foreign key would wait too, and fail then.
    this.addSql(`create function "note_storage"(p_user_id uuid, p_bytes bigint)
      returns boolean language plpgsql volatile as $$
      begin
        if p_bytes = 0 then
          return true;
        end if;
        insert into "storage_change" ("user_id", "bytes")
          select "id", p_bytes from "user_account" where "id" = p_user_id for key share;
        return found;
      end $$;`)
    this.addSql(`create or replace function "count_changed_message"()
      returns trigger language plpgsql as $$
      declare
        bytes constant bigint :=
          message_bytes(new."parts", new."status") - message_bytes(old."parts", old."status");
        owner uuid;
      begin
        -- The second time, the chat has the owner to whom it was moved meanwhile.
        for attempt in 1..2 loop
          select "user_id" into owner from "chat" where "id" = new."chat_id";
          exit when note_storage(owner, bytes);
        end loop;
        return null;
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`create or replace function "count_changed_message"()
      returns trigger language plpgsql as $$
      begin
        perform note_storage(
          (select "user_id" from "chat" where "id" = new."chat_id"),
          message_bytes(new."parts", new."status") - message_bytes(old."parts", old."status")
        );
        return null;
      end $$;`)
    this.addSql(`drop function "note_storage"(uuid, bigint);`)
    this.addSql(`create function "note_storage"(p_user_id uuid, p_bytes bigint)
      returns void language plpgsql volatile as $$
      begin
        if p_bytes <> 0 then
          insert into "storage_change" ("user_id", "bytes")
            select "id", p_bytes from "user_account" where "id" = p_user_id;
        end if;
      end $$;`)
  }
}
