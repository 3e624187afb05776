import { Migration } from '@mikro-orm/migrations'

/** Characters of a text whose words are kept. */
const CHARACTERS = 100_000
/** Characters of a text that is short enough to need no bounds. */
const HARMLESS = 1_000
/** Characters of a run without white space; a search has 200 at most, so none is cut that one could hold. */
const RUN = 200
/** Characters of a piece, a multiple of RUN. */
const PIECE = 4_000
/** Characters `@`, `_`, `/` and `~` in a text that the parser may take for parts of addresses and paths. */
const SEPARATORS = 2_500

/**
 * The functions that make the words of a search take a bounded time
 * (docs/decisions/0011-search.md, "Hard texts").
 */
export class Migration20261121190000_search_bounds extends Migration {
  override name = 'Migration20261121190000_search_bounds'

  // Only the bodies of functions change, so nothing is locked or rewritten,
  // however large the tables are. Stored rows keep their words until they are
  // written again: those words are right, only the way to them was slow.
  override up(): void | Promise<void> {
    // A title has 200 characters at most, and needs no more than a limit.
    this.addSql(`create or replace function "search_words"(p_text text) returns tsvector
      language sql immutable parallel safe
      return to_tsvector('pg_catalog.simple', lower(left(coalesce(p_text, ''), ${HARMLESS})));`)

    this.addSql(`create or replace function "message_search_words"(p_parts jsonb, p_status text)
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
        ${RETURN_WORDS_OF_TEXT}
      end $$;`)

    this.addSql(`create or replace function "document_search_words"(
        p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns tsvector language plpgsql immutable parallel safe as $$
      declare
        words text := left(p_title, ${HARMLESS});
      begin
        if p_chat_id is null then
          return null;
        end if;
        if p_kind <> 'image' and p_content is not null then
          words := words || E'\\n' || left(p_content, ${CHARACTERS});
        end if;
        ${RETURN_WORDS_OF_TEXT}
      end $$;`)
  }

  override down(): void | Promise<void> {
    this.addSql(`create or replace function "search_words"(p_text text) returns tsvector
      language sql immutable parallel safe
      return to_tsvector('pg_catalog.simple', lower(left(coalesce(p_text, ''), 100000)));`)
    this.addSql(`create or replace function "message_search_words"(p_parts jsonb, p_status text)
      returns tsvector language plpgsql immutable parallel safe as $$
      begin
        if p_status = 'streaming' then
          return ''::tsvector;
        end if;
        return to_tsvector('pg_catalog.simple', lower(left((
          select string_agg(part.value ->> 'text', E'\\n' order by part.ordinality)
            from jsonb_path_query(p_parts, '$[*] ? (@.type == "text")')
                 with ordinality as part (value, ordinality)
        ), 100000)));
      end $$;`)
    this.addSql(`create or replace function "document_search_words"(
        p_title text, p_content text, p_kind text, p_chat_id uuid
      ) returns tsvector language plpgsql immutable parallel safe as $$
      begin
        if p_chat_id is null then
          return null;
        end if;
        if p_kind = 'image' or p_content is null then
          return to_tsvector('pg_catalog.simple', lower(left(p_title, 1000)));
        end if;
        return to_tsvector(
          'pg_catalog.simple',
          lower(left(p_title, 1000) || E'\\n' || left(p_content, 100000))
        );
      end $$;`)
  }
}

/**
 * Statements of PL/pgSQL that return the words of the variable `words`. They
 * stand in each function rather than in one that all call: a restored dump
 * computes generated columns without a search path, and would not find it.
 *
 * At each of some characters the parser looks ahead for a path or an address,
 * to the end of a run without white space, and begins again behind the
 * character when there is none. So its time grows with the product of the two,
 * and both are bounded: runs are cut, and from the piece on in which a text has
 * used up its separators, they are blanks (a path is then found by its parts).
 * For `<!--` it looks ahead to the end of the text.
 */
const RETURN_WORDS_OF_TEXT = `
  if length(words) > ${HARMLESS} then
    words := replace(left(words, ${CHARACTERS}), '<!--', ' ');
    if words ~ '\\S{${RUN}}' or length(words) - length(translate(words, '@_/~', '')) > ${SEPARATORS} then
      words := (
        select string_agg(
            case when run ~ '\\s' then run else run || ' ' end, '' order by piece_start, run_start)
          from (
            select piece_start,
                case
                  when sum(length(piece) - length(translate(piece, '@_/~', '')))
                    over (order by piece_start) <= ${SEPARATORS}
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
  return to_tsvector('pg_catalog.simple', lower(words));`
