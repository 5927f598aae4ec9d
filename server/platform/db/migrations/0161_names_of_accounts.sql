-- Up Migration
-- Accounts are found by any word of their names, without accents and with a typing error, by the rule of search for texts
-- (docs/decisions/2026-11-29-find-accounts-by-any-word-of-a-name.md).

-- Names of the accounts that aren't deleted, in the form for search. The rows are narrow, because a common name is
-- counted here.
create table account_names (
  user_id uuid primary key references users on delete cascade,
  created_at timestamptz not null,
  shown text not null,
  full_name text not null,
  username text,
  words tsvector not null
);
-- Words of names with at least three letters. The keys of a word are the word itself and the word without any one of
-- its letters. Usernames are left out, because people copy them, and there are as many as accounts.
create table account_words (word text primary key);
create table account_word_keys (
  key text not null,
  word text not null references account_words on delete cascade,
  primary key (key, word)
);

-- An address is one lexeme, and only administrators' searches contain it.
create function account_names_of(shown text, first_name text, last_name text, username text, email text)
returns table (plain_shown text, plain_full text, plain_username text, words tsvector)
stable language plpgsql as $$
declare
  every_name text := concat_ws(' ', search_plain(shown), search_plain(first_name), search_plain(last_name), lower(username));
begin
  plain_shown := search_plain(shown);
  plain_full := search_plain(first_name || ' ' || last_name);
  plain_username := lower(username);
  -- Only scripts without spaces need places.
  words := case when octet_length(every_name) = length(every_name)
    then array_to_tsvector(search_split(every_name) || search_extras(every_name))
    else search_part(search_split(every_name) || search_extras(every_name), 'A') end || array_to_tsvector(array['_e' || lower(email)]);
  return next;
end $$;
create function is_name_word(word text) returns boolean immutable language sql as $$
  select length(word) between 3 and 30 and word !~ '^[0-9]+$'
$$;

-- Runs at the end of the transaction, so that two accounts that are created at once don't hold locks on words for long.
create function account_named() returns trigger language plpgsql as $$
declare
  named record;
begin
  -- The loop that deletes words waits for all transactions that add some.
  perform pg_advisory_xact_lock_shared(7268456, -2);
  select u.id, u.created_at, n.* into named
  from users u, account_names_of(u.display_name, u.first_name, u.last_name, u.username::text, u.email::text) n
  where u.id = new.id and u.deleted_at is null;
  if not found then
    delete from account_names where user_id = new.id;
    return null;
  end if;
  insert into account_names (user_id, created_at, shown, full_name, username, words)
  values (named.id, named.created_at, named.plain_shown, named.plain_full, named.plain_username, named.words)
  on conflict (user_id) do update set created_at = excluded.created_at, shown = excluded.shown,
    full_name = excluded.full_name, username = excluded.username, words = excluded.words;
  with fresh as (
    insert into account_words (word)
    select distinct learnt.word from unnest(search_split(named.plain_shown || ' ' || named.plain_full)) learnt(word)
    where is_name_word(learnt.word) and not exists (select 1 from account_words known where known.word = learnt.word) order by 1
    on conflict do nothing returning word)
  insert into account_word_keys (key, word) select search_deletions(fresh.word), fresh.word from fresh;
  return null;
end $$;
create constraint trigger account_named after insert on users deferrable initially deferred
  for each row execute function account_named();
create constraint trigger account_renamed after update on users deferrable initially deferred
  for each row when (
    (old.display_name, old.first_name, old.last_name, old.username::text, old.email::text, old.created_at, old.deleted_at is null)
    is distinct from
    (new.display_name, new.first_name, new.last_name, new.username::text, new.email::text, new.created_at, new.deleted_at is null))
  execute function account_named();

-- Fills all three tables again, for an installation that already has accounts. The large index is made after its table
-- is full.
create function names_rebuild() returns void language plpgsql set maintenance_work_mem = '256MB' as $$
begin
  perform pg_advisory_xact_lock(7268456, -2);
  truncate account_names, account_words, account_word_keys;
  drop index if exists account_names_words;
  insert into account_names (user_id, created_at, shown, full_name, username, words)
  select u.id, u.created_at, n.*
  from users u, account_names_of(u.display_name, u.first_name, u.last_name, u.username::text, u.email::text) n where u.deleted_at is null;
  -- Without the list of pending entries, which every search would read to its end.
  create index account_names_words on account_names using gin (words) with (fastupdate = off);
  insert into account_words (word)
  select distinct word from account_names, unnest(search_split(shown || ' ' || full_name)) word where is_name_word(word);
  insert into account_word_keys (key, word) select search_deletions(word), word from account_words;
end $$;
-- The triggers block other writers of names until the end of this migration.
select names_rebuild();
create index account_names_newest on account_names (created_at desc, user_id desc);
create index account_names_shown on account_names (shown text_pattern_ops);
create index account_names_full on account_names (full_name text_pattern_ops);
create index account_names_username on account_names (username text_pattern_ops);
create index account_word_keys_of_word on account_word_keys (word);
drop index users_by_name, users_by_username_start, users_by_full_name;
analyze account_names, account_words, account_word_keys;

-- Whether two words, one of them typed, differ only by a letter that was added, left out, replaced, or swapped with the
-- next.
create function is_one_error(one text, other text) returns boolean immutable strict parallel safe language plpgsql as $$
declare
  same int := 0;
begin
  while same < least(length(one), length(other)) and substr(one, same + 1, 1) = substr(other, same + 1, 1) loop
    same := same + 1;
  end loop;
  return one <> other and (
    substr(one, same + 2) = substr(other, same + 2)
    or substr(one, same + 2) = substr(other, same + 1)
    or substr(one, same + 1) = substr(other, same + 2)
    or substr(one, same + 3) = substr(other, same + 3)
      and substr(one, same + 1, 1) = substr(other, same + 2, 1) and substr(one, same + 2, 1) = substr(other, same + 1, 1));
end $$;

-- Words of a name as a text search query, each as a prefix; signs alone match exactly. `with_errors` also matches words
-- of names that differ by one error, and returns null if there are none.
create function names_query(given text, most int, with_errors boolean) returns text
language plpgsql stable strict set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  plain text := translate(search_plain(given), '''', '');
  total int := least(most, cardinality(search_split(plain)));
  taken int := 0;
  chunk text;
  typed text;
  alike text[];
  query text;
  chunk_query text;
  is_like boolean := false;
begin
  foreach chunk in array array_remove(regexp_split_to_array(plain, '\s+'), '') loop
    chunk_query := case when total = 0 then quote_literal(search_sign(chunk)) end;
    foreach typed in array (search_split(chunk))[:total - taken] loop
      taken := taken + 1;
      alike := '{}';
      if with_errors and length(typed) >= 3 then
        alike := array(select distinct keys.word from search_deletions(typed) key join account_word_keys keys using (key)
          where is_one_error(keys.word, typed) limit 30);
        is_like := is_like or cardinality(alike) > 0;
      end if;
      chunk_query := concat_ws(' & ', chunk_query, '(' || search_term(typed, true, '')
        || coalesce((select string_agg(' | ' || search_term(one, false, ''), '') from unnest(alike) one), '') || ')');
    end loop;
    continue when chunk_query is null;
    foreach typed in array case when total > 0 then search_forms(chunk) else '{}' end loop
      chunk_query := '(' || chunk_query || ' | ' || search_term(typed, true, '') || ')';
    end loop;
    query := concat_ws(' & ', query, chunk_query);
  end loop;
  if with_errors and not is_like then
    return null;
  end if;
  return coalesce(query, '''_none''');
end $$;

-- Whether more than `most` accounts match this query of names, or have a name or username that begins with this text.
-- If so, the newest of them are found fastest by walking through all accounts, newest first, otherwise by collecting
-- all that match.
create function names_are_many(query text, most int) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return (select count(*) > most from (select 1 from account_names where words @@ query::tsquery limit most + 1) few);
end $$;
create function beginnings_are_many(plain text, plain_username text, most int) returns boolean
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return (select count(*) > most from (
    (select 1 from account_names where shown ~>=~ plain and shown ~<~ (plain || U&'\+10FFFF') limit most + 1)
    union all
    (select 1 from account_names where username ~>=~ plain_username and username ~<~ (plain_username || U&'\+10FFFF') limit most + 1)
    union all
    (select 1 from account_names where full_name ~>=~ plain and full_name ~<~ (plain || U&'\+10FFFF') limit most + 1)) few);
end $$;

-- Deletes those of these words that no account has.
create function forget_account_words(gone text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(7268456, -2);
  delete from account_words w where w.word = any (gone)
    and not exists (select 1 from account_names n where n.words @@ search_term(w.word, false, '')::tsquery);
end $$;
