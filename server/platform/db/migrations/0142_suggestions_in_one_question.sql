-- Up Migration
-- A suggestion is a question of microseconds, of which most went into beginning to answer: each statement has its
-- expressions made ready anew, for every part of the documents.

-- As before, without a query of its own.
create or replace function search_words(given text) returns text[] stable strict parallel safe language plpgsql as $$
declare
  words text[] := array_remove(regexp_split_to_array(translate(search_plain(given), '''’', ''), '[^[:alnum:]]+'), '');
begin
  for place in 1 .. cardinality(words) loop
    if length(words[place]) > 40 then
      words[place] := left(words[place], 40);
    end if;
  end loop;
  return words;
end $$;

create index categories_words on categories using gin (words) with (fastupdate = off);

-- As before, word by word: a query over all of them was planned anew at each call from outside. Without `beginnings`, a
-- word alone stays a beginning for the index, which has nothing to leap to then.
drop function search_asked(text, int);
create function search_asked(given text, most int, beginnings boolean default true)
returns table (title text, tag text, words jsonb, query text, indexed text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  asked text[] := (search_words(given))[:most];
  word text;
  lexemes text[];
  others text;
  begins text;
  is_open boolean;
begin
  title := left(search_plain(given), 200);
  tag := search_tag(given);
  words := '[]';
  for place in 1 .. cardinality(asked) loop
    word := asked[place];
    lexemes := array(select '_' || left(kind, 1) || id from categories where categories.words @> array[word]);
    others := coalesce(' | ''' || nullif(array_to_string(lexemes, ''' | '''), '') || '''', '');
    begins := case when beginnings or cardinality(asked) > 1 then search_begins(word) else quote_literal(word) || ':*' end;
    is_open := place = cardinality(asked) and (place = 1 or length(word) >= 3);
    words := words || jsonb_build_object('word', word, 'lexemes', lexemes, 'begins', begins);
    query := concat_ws(' & ', query, '(' || quote_literal(word) || case when is_open then ':*' else '' end || others || ')');
    indexed := concat_ws(' & ', indexed, '(' || case when is_open then begins else quote_literal(word) end || others || ')');
  end loop;
  query := coalesce(query, '''_none''');
  indexed := coalesce(indexed, '''_none''');
  return next;
end $$;

-- As before; what is not among the first of its part is not ranked any more.
create or replace function search_candidates(
  query tsquery, ranked tsquery, facets tsquery, exact text, near_lat double precision, near_lon double precision,
  miles double precision, after_tier int, after_quality double precision, after_id uuid, most int)
returns table (id uuid, tier smallint, quality double precision, score double precision, whole boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  found_here int;
  remaining int := most;
begin
  if exact <> '' and coalesce(after_tier, -1) = -1 then
    return query select s.id, (-1)::smallint, s.quality, 10 + s.quality, true from media_search s
      where s.title = exact and (numnode(facets) = 0 or s.tsv @@ facets)
        and (near_lat is null or miles_between(near_lat, near_lon, s.latitude, s.longitude) <= miles)
        and (s.quality, s.id) < (coalesce(after_quality, 'infinity'), coalesce(after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      order by s.quality desc, s.id desc limit most;
    get diagnostics found_here = row_count;
    if found_here = most then
      return;
    end if;
  end if;
  for part in greatest(coalesce(after_tier, 0), 0) .. 7 loop
    return query select best.id, best.tier, best.quality,
        case when numnode(ranked) = 0 then best.quality else ts_rank('{0.05, 0.2, 0.4, 1}', best.tsv, ranked) * (1 + best.quality) end, false
      from (
        select s.id, s.tier, s.quality, s.tsv from media_search s
        where s.tier = part and s.tsv @@ query and (exact = '' or s.title <> exact)
          and (near_lat is null or miles_between(near_lat, near_lon, s.latitude, s.longitude) <= miles)
          and (after_tier is distinct from part or (s.quality, s.id) < (after_quality, after_id))
        order by s.quality + 0 desc, s.id desc limit remaining) best;
    get diagnostics found_here = row_count;
    remaining := remaining - found_here;
    exit when remaining = 0;
  end loop;
end $$;

-- As before, in one statement that has nothing of a place, a circle or facets. Parts after the one that fills are not read.
create or replace function search_suggested(given text, most_words int, most int, shown int) returns setof uuid
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  asked record;
  best uuid[];
begin
  select * into asked from search_asked(given, most_words, false);
  if jsonb_array_length(asked.words) = 1 and length(asked.words -> 0 ->> 'word') <= 2 then
    best := array(select found.id from search_beginnings(asked.query::tsquery, asked.title, most) found
      order by found.score desc, found.id desc);
    if cardinality(best) >= most then
      return query select unnest(best[:shown]);
      return;
    end if;
  end if;
  return query select found.id from (
      (select s.id, 10 + s.quality as score from media_search s where s.title = asked.title order by s.quality desc, s.id desc limit most)
      union all
      select ranked.id, ts_rank('{0.05, 0.2, 0.4, 1}', ranked.tsv, asked.query::tsquery) * (1 + ranked.quality)
      from (
        select best.* from generate_series(0, 7) part
        cross join lateral (
          select s.id, s.quality, s.tsv from media_search s
          where s.tier = part and s.tsv @@ asked.indexed::tsquery and s.title <> asked.title
          order by s.quality + 0 desc, s.id desc limit most) best
        limit most) ranked) found
    order by found.score desc, found.id desc limit shown;
end $$;

-- As before; only the statement for what was typed is made ready.
create or replace function suggested_names(given text, most_words int, most int) returns table (kind text, ref text, label text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  typed text := array_to_string((search_words(given))[:most_words], ' ');
begin
  if length(typed) = 1 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 1) = typed
        order by s.popularity desc, s.key limit most) found
      order by kinds.place, found.popularity desc, found.label, found.ref;
  elsif length(typed) = 2 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 2) = typed
        order by s.popularity desc, s.key limit most) found
      order by kinds.place, found.popularity desc, found.label, found.ref;
  elsif length(typed) = 3 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 3) = typed
        order by s.popularity desc, s.key limit most) found
      order by kinds.place, found.popularity desc, found.label, found.ref;
  elsif length(typed) > 3 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        select s.* from suggestions s where s.kind = kinds.kind and s.key ~>=~ typed and s.key ~<~ (typed || U&'\+10FFFF')
        order by s.popularity desc, s.key limit most) found
      order by kinds.place, found.popularity desc, found.label, found.ref;
  end if;
end $$;
