-- Up Migration
-- Suggestions are asked for at every letter: what was typed is read, and the media for it are found, in one question.

-- What was typed, as search knows it, and the text search query that is tried first: all of its words, the last one as a
-- beginning, or genres and moods of that name. With several words a beginning has three letters or more: nearly everything
-- begins with fewer. Signs alone are no words; a title may be made of them.
create function search_asked(given text, most int) returns table (title text, tag text, words jsonb, query text)
stable language sql as $$
  select left(search_plain(given), 200), search_tag(given),
    coalesce(jsonb_agg(jsonb_build_object('word', word, 'lexemes', lexemes) order by place), '[]'),
    coalesce(string_agg(
      '(' || quote_literal(word) || case when place = count and (count = 1 or length(word) >= 3) then ':*' else '' end
        || coalesce((select string_agg(' | ' || quote_literal(lexeme), '') from unnest(lexemes) lexeme), '') || ')',
      ' & ' order by place), '''_none''')
  from (select place, count, word, array(select '_' || left(kind, 1) || id from categories where categories.words @> array[word]) as lexemes
    from (select (search_words(given))[:most] as all_words) asked
    cross join lateral unnest(asked.all_words) with ordinality parts(word, place)
    cross join lateral cardinality(asked.all_words) count) read
$$;

-- The best `shown` media for what was typed so far, chosen among `most` candidates. A letter or two are looked for in the
-- best part alone when it has as many.
create function search_suggested(given text, most_words int, most int, shown int) returns setof uuid
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
    from search_candidates(asked.query::tsquery, asked.query::tsquery, ''::tsquery, asked.title, null, null, null, null, null, null, most) found
    order by found.score desc, found.id desc limit shown;
end $$;

-- Names with a word that begins as was typed, the best known of each kind first: at most `most` of each. Each of the first
-- lengths has an index by popularity of its own; only the one of what was typed is read.
create function suggested_names(given text, most_words int, most int) returns table (kind text, ref text, label text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  typed text := array_to_string((search_words(given))[:most_words], ' ');
begin
  return query select found.kind, found.ref, found.label
    from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
    cross join lateral (
      (select s.* from suggestions s where length(typed) = 1 and s.kind = kinds.kind and left(s.key, 1) = typed
        order by s.popularity desc limit most)
      union all
      (select s.* from suggestions s where length(typed) = 2 and s.kind = kinds.kind and left(s.key, 2) = typed
        order by s.popularity desc limit most)
      union all
      (select s.* from suggestions s where length(typed) = 3 and s.kind = kinds.kind and left(s.key, 3) = typed
        order by s.popularity desc limit most)
      union all
      (select s.* from suggestions s
        where length(typed) > 3 and s.kind = kinds.kind and s.key ~>=~ typed and s.key ~<~ (typed || U&'\+10FFFF')
        order by s.popularity desc limit most)) found
    order by kinds.place, found.popularity desc, found.label, found.ref;
end $$;
