-- Up Migration
-- Words and names that are like a part of what was asked. Few letters have few trigrams: a half of four is how very many
-- words begin, so that of these three must be the same. Of several words each is looked for by itself as well, and together
-- they must be more alike. Two may be one that was torn apart, more are none.
create function search_alike(part text, only_tags boolean, most int)
returns table (label text, alike real, popularity bigint, is_word boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set pg_trgm.similarity_threshold = 0.3 as $$
begin
  if length(part) <= 4 or strpos(part, ' ') > 0 then
    perform set_config('pg_trgm.similarity_threshold', case when length(part) = 3 then '0.6' else '0.5' end, true);
  end if;
  -- A genre or mood without media finds nothing.
  return query select s.label, similarity(s.key, part), s.popularity, false from suggestions s
    where s.key % part and (s.popularity > 0 or s.kind not in ('genre', 'mood')) and (not only_tags or s.kind = 'tag')
    order by 2 desc, 3 desc, 1 limit most;
  if not only_tags and part !~ ' .* ' then
    return query select v.word, similarity(v.word, part), v.documents::bigint, true from vocabulary v
      where v.word % part order by 2 desc, 3 desc, 1 limit most;
  end if;
end $$;

-- At most `most` words and names that find something, the most alike first: none that leads back to what was asked, and
-- no word that nothing holds any more. Words that are known are spelled as they were meant; of the others and of the whole
-- the four longest are looked at.
create or replace function search_nearest(given text, most_words int, only_tags boolean, most int) returns table (label text)
language plpgsql stable as $$
declare
  typed text[] := (search_words(given))[:most_words];
  whole text := array_to_string(typed, ' ');
begin
  return query
    with parts as (
      select part from (
        select whole as part where length(whole) between 3 and 40
        union
        select asked.word from unnest(typed) asked(word)
        where length(asked.word) >= 3 and (only_tags or not exists (select 1 from vocabulary v where v.word = asked.word))) every_part
      order by length(part) desc, part limit 4),
    found as (
      select alike.* from parts cross join lateral search_alike(parts.part, only_tags, 3 * most) alike),
    ranked as (
      select (array_agg(one.label order by one.alike desc, one.label))[1] as label, max(one.alike) as alike,
        max(one.popularity) as popularity, bool_and(one.is_word) as is_word
      from found one cross join lateral array_to_string(search_words(one.label), ' ') plain
      where case when only_tags then lower(trim(one.label)) <> lower(trim(given)) else plain <> whole end
      group by plain order by 2 desc, 3 desc, 1 limit 4 * most)
    select ranked.label from ranked
    where not ranked.is_word or exists (
      select 1 from media_search s where s.tsv @@ quote_literal(ranked.label)::tsquery)
    order by ranked.alike desc, ranked.popularity desc, ranked.label limit most;
end $$;
