import { Migration } from '@mikro-orm/migrations'

/** Characters of a text whose words are kept. */
const CHARACTERS = 50_000
/** Characters of a text that is short enough to need no bounds. */
const HARMLESS = 1_000
/** Characters of a run without white space; a search has 200 at most, so none is cut that one could hold. */
const RUN = 200
/** Characters of a piece, a multiple of RUN. */
const PIECE = 4_000
/** Characters `@`, `_`, `/` and `~` in a text that the parser may take for parts of addresses and paths. */
const SEPARATORS = 1_250
/** Characters after which a transaction keeps the words of no further message. */
const TRANSACTION = 30_000
/**
 * Kilobytes of words that wait outside of a search index until one statement
 * sorts them all in. With the 4 MB that Postgres allows, that statement takes
 * most of a second.
 */
const PENDING_KB = 256
const INDEXES = ['chat_search_index', 'message_search_index', 'document_search_index']
/** What a message counts as besides its text, since many short ones take their time too. */
const MESSAGE = 100

/**
 * Bounds what one statement indexes (docs/decisions/0011-search.md, "Long
 * histories"): fewer characters of each text, and of many messages that are
 * written together only the first; the clean-up adds the words of the others.
 */
export class Migration20261121210000_search_budget extends Migration {
  override name = 'Migration20261121210000_search_budget'

  override up(): void | Promise<void> {
    this.addSql(messageWords(CHARACTERS, SEPARATORS))
    this.addSql(documentWords(CHARACTERS, SEPARATORS))

    // A generated column sees its row alone, so the words of messages become a
    // column that a trigger writes. Only the catalogue changes: the words that
    // are stored stay, and processes of the release before notice nothing.
    this.addSql(`alter table "message" alter column "search" drop expression;`)
    this.addSql(`create function "keep_message_words"() returns trigger language plpgsql as $$
      declare
        -- The setting lasts as long as the transaction.
        used constant integer :=
          coalesce(nullif(current_setting('parley.indexed', true), ''), '0')::integer;
      begin
        if new."status" <> 'streaming' and used >= ${TRANSACTION} then
          new."search" := null;
          return new;
        end if;
        new."search" := message_search_words(new."parts", new."status");
        if new."status" <> 'streaming' then
          perform set_config('parley.indexed', (used + ${MESSAGE} + case
            when tg_op = 'INSERT' then least(pg_column_size(new."parts"), ${CHARACTERS})
            -- A stored text may be compressed, so its size says little.
            else ${CHARACTERS}
          end)::text, true);
        end if;
        return new;
      end $$;`)
    this.addSql(`create trigger "message_words" before insert or update of "parts", "status"
      on "message" for each row execute function keep_message_words();`)
    this.addSql(
      `create index "message_without_words_index" on "message" ("created_at") where search is null;`,
    )
    for (const index of INDEXES) {
      this.addSql(`alter index "${index}" set (gin_pending_list_limit = ${PENDING_KB});`)
    }
  }

  override down(): void | Promise<void> {
    for (const index of INDEXES)
      this.addSql(`alter index "${index}" reset (gin_pending_list_limit);`)
    this.addSql(`drop trigger "message_words" on "message";`)
    this.addSql(`drop function "keep_message_words"();`)
    this.addSql(`drop index "message_without_words_index";`)
    this.addSql(messageWords(100_000, 2_500))
    this.addSql(documentWords(100_000, 2_500))
    this.addSql(`alter table "message" drop column "search";`)
    this.addSql(
      `alter table "message" add column "search" tsvector generated always as (message_search_words(parts, status)) stored;`,
    )
    this.addSql(
      `create index "message_search_index" on "message" using gin ("search") where status <> 'streaming';`,
    )
  }
}

function messageWords(characters: number, separators: number): string {
  return `create or replace function "message_search_words"(p_parts jsonb, p_status text)
    returns tsvector language plpgsql immutable parallel safe as $$
    declare
      words text;
    begin
      if p_status = 'streaming' then
        return ''::tsvector;
      end if;
      words := (
        select string_agg(part.value ->> 'text', E'\\n' order by part.ordinality)
          from jsonb_path_query(p_parts, '$[*] ? (@.type == "text")')
               with ordinality as part (value, ordinality)
      );
      ${returnWordsOfText(characters, separators)}
    end $$;`
}

function documentWords(characters: number, separators: number): string {
  return `create or replace function "document_search_words"(
      p_title text, p_content text, p_kind text, p_chat_id uuid
    ) returns tsvector language plpgsql immutable parallel safe as $$
    declare
      words text := left(p_title, ${HARMLESS});
    begin
      if p_chat_id is null then
        return null;
      end if;
      if p_kind <> 'image' and p_content is not null then
        words := words || E'\\n' || left(p_content, ${characters});
      end if;
      ${returnWordsOfText(characters, separators)}
    end $$;`
}

/**
 * Statements of PL/pgSQL that return the words of the variable `words`, as
 * Migration20261121190000_search_bounds made them: a text is made harmless for
 * the parser before it reads it. They stand in each function because a restored
 * dump computes generated columns without a search path. Where there is no text,
 * there are no words: null is what has not been indexed.
 */
function returnWordsOfText(characters: number, separators: number): string {
  return `
    if length(words) > ${HARMLESS} then
      words := replace(left(words, ${characters}), '<!--', ' ');
      if words ~ '\\S{${RUN}}' or length(words) - length(translate(words, '@_/~', '')) > ${separators} then
        words := (
          select string_agg(
              case when run ~ '\\s' then run else run || ' ' end, '' order by piece_start, run_start)
            from (
              select piece_start,
                  case
                    when sum(length(piece) - length(translate(piece, '@_/~', '')))
                      over (order by piece_start) <= ${separators}
                    then piece
                    else translate(piece, '@_/~', '    ')
                  end as piece
                from (
                  select piece_start, substr(words, piece_start, ${PIECE}) as piece
                    from generate_series(1, length(words), ${PIECE}) piece_start
                ) pieces
            ) eased,
            generate_series(1, ${PIECE}, ${RUN}) run_start,
            substr(piece, run_start, ${RUN}) run
            where run <> ''
        );
      end if;
    end if;
    return coalesce(to_tsvector('pg_catalog.simple', lower(words)), ''::tsvector);`
}
