-- Up Migration
-- A beginning finds many words, and the index reads the list of each of them to its end before it compares it with
-- anything: for one that is among the commonest, two hundred thousand entries for a search that finds five. By single
-- words it leaps from one of the rarest to the next. So what words there are is kept, and a beginning of few is asked for
-- as these few.

-- Every word of every document, facets aside; one that no document holds any more costs a look until it is forgotten.
create table search_lexemes (word text collate "C" primary key);

-- As before, and its words.
create or replace function search_write(media_id uuid, musician_id uuid) returns void language plpgsql as $$
declare
  document search_documents;
begin
  perform search_lock(musician_id);
  select * into document from search_documents where id = media_id;
  if not found then
    delete from media_search where id = media_id;
    return;
  end if;
  update media_search set tier = search_tier(document.quality), quality = document.quality, title = document.title,
    tsv = document.tsv, latitude = document.latitude, longitude = document.longitude
  where id = media_id;
  if not found then
    insert into media_search (id, tier, quality, title, tsv, latitude, longitude)
    values (media_id, search_tier(document.quality), document.quality, document.title, document.tsv, document.latitude,
      document.longitude);
  end if;
  perform search_learn(tsvector_to_array(ts_filter(document.tsv, '{a,b}')));
  insert into search_lexemes (word)
  select lexeme from unnest(tsvector_to_array(document.tsv)) lexeme
  where left(lexeme, 1) <> '_' and not exists (select 1 from search_lexemes known where known.word = lexeme)
  order by lexeme on conflict do nothing;
end $$;

create or replace function search_rebuild() returns void language plpgsql set maintenance_work_mem = '256MB' as $$
begin
  perform pg_advisory_xact_lock(7268456, -1);
  truncate media_search, vocab_del, vocabulary, search_lexemes;
  drop index if exists media_search_tsv;
  insert into media_search (id, tier, quality, title, tsv, latitude, longitude)
  select id, (select min(tier) from search_tiers where place <= coalesce(documents, place)), quality, title, tsv, latitude, longitude
  from (select *, row_number() over (order by quality desc) as place from search_documents) ranked;
  -- Without the list of pending entries, which each search would read to its end.
  create index media_search_tsv on media_search using gin (tsv) with (fastupdate = off);
  insert into search_lexemes (word) select word from ts_stat('select tsv from media_search') where left(word, 1) <> '_';
  insert into vocabulary (word, documents)
  select word, ndoc from ts_stat('select tsv from media_search', 'ab')
  where length(word) between 3 and 30 and word !~ '^[0-9]+$';
  insert into vocab_del (key, word) select search_deletions(word), word from vocabulary;
  perform search_retier(0);
end $$;

-- What is found already. Nobody writes a document meanwhile.
select pg_advisory_xact_lock(7268456, -1);
insert into search_lexemes (word) select word from ts_stat('select tsv from media_search') where left(word, 1) <> '_';

-- Forgets those of these words that no document holds. Who writes a document has the lock, so that no word is taken for
-- known here that another is about to need.
create function search_forget(gone text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(7268456, -1);
  delete from search_lexemes l where l.word = any (gone)
    and not exists (select 1 from media_search s where s.tsv @@ quote_literal(l.word)::tsquery);
end $$;

-- A beginning as a part of a text search query: as the words that begin so, where there are at most 32.
create function search_begins(given text) returns text stable strict language plpgsql as $$
declare
  begun text;
begin
  if length(given) >= 3 then
    select case when count(*) <= 32 then coalesce(string_agg(quote_literal(found.word), ' | '), quote_literal(given)) end
    into begun
    from (
      select l.word from search_lexemes l where l.word >= given and l.word < given || U&'\+10FFFF' limit 33) found;
  end if;
  return coalesce(begun, quote_literal(given) || ':*');
end $$;

-- As before; `query` is what ranks, `indexed` finds the same by single words. Each word has itself as a beginning with it.
drop function search_asked(text, int);
create function search_asked(given text, most int)
returns table (title text, tag text, words jsonb, query text, indexed text) stable language sql as $$
  select left(search_plain(given), 200), search_tag(given),
    coalesce(jsonb_agg(jsonb_build_object('word', word, 'lexemes', lexemes, 'begins', begins) order by place), '[]'),
    coalesce(string_agg('(' || quote_literal(word) || case when is_open then ':*' else '' end || others || ')', ' & ' order by place),
      '''_none'''),
    coalesce(string_agg('(' || case when is_open then begins else quote_literal(word) end || others || ')', ' & ' order by place),
      '''_none''')
  from (
    select place, word, lexemes, search_begins(word) as begins, place = count and (count = 1 or length(word) >= 3) as is_open,
      coalesce((select string_agg(' | ' || quote_literal(lexeme), '') from unnest(lexemes) lexeme), '') as others
    from (select (search_words(given))[:most] as all_words) asked
    cross join lateral unnest(asked.all_words) with ordinality parts(word, place)
    cross join lateral cardinality(asked.all_words) count
    cross join lateral (
      select array(select '_' || left(kind, 1) || id from categories where categories.words @> array[word]) as lexemes) facets) read
$$;

create or replace function search_suggested(given text, most_words int, most int, shown int) returns setof uuid
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  asked record;
  best uuid[];
begin
  select * into asked from search_asked(given, most_words);
  if jsonb_array_length(asked.words) = 1 and length(asked.words -> 0 ->> 'word') <= 2 then
    best := array(select found.id from search_beginnings(asked.query::tsquery, asked.title, most) found
      order by found.score desc, found.id desc);
    if cardinality(best) >= most then
      return query select unnest(best[:shown]);
      return;
    end if;
  end if;
  return query select found.id
    from search_candidates(asked.indexed::tsquery, asked.query::tsquery, ''::tsquery, asked.title, null, null, null, null, null, null, most) found
    order by found.score desc, found.id desc limit shown;
end $$;
