-- Up Migration
-- What is nearest to a search that found nothing: by trigrams, so that any letter may be wrong, also the first. Words that
-- media hold and names are looked at, each by an index; media themselves are not.
create extension if not exists pg_trgm;
create index vocabulary_by_trigrams on vocabulary using gin (word gin_trgm_ops) with (fastupdate = off);
create index suggestions_by_trigrams on suggestions using gin (key gin_trgm_ops) with (fastupdate = off);

-- At most `most` words and names that find something, the most alike first. A genre or mood without media finds nothing.
create function search_nearest(given text, most_words int, only_tags boolean, most int) returns table (label text)
language plpgsql stable set pg_trgm.similarity_threshold = 0.3 as $$
declare
  typed text[] := (search_words(given))[:most_words];
begin
  return query
    with asked as (
      select distinct left(part, 80) as part from unnest(typed || array_to_string(typed, ' ')) part where length(part) >= 3),
    alike as (
      select found.label, found.alike, found.popularity from asked cross join lateral (
        select s.label, similarity(s.key, asked.part) as alike, s.popularity from suggestions s
        where s.key % asked.part and s.popularity > 0 and (not only_tags or s.kind = 'tag')
        order by 2 desc, 3 desc limit most) found
      union all
      select found.word, found.alike, found.documents from asked cross join lateral (
        select v.word, similarity(v.word, asked.part) as alike, v.documents from vocabulary v
        where not only_tags and v.word % asked.part order by 2 desc, 3 desc limit most) found)
    select (array_agg(one.label order by one.alike desc, one.label))[1]
    from alike one group by array_to_string(search_words(one.label), ' ')
    order by max(one.alike) desc, max(one.popularity) desc, 1 limit most;
end $$;

-- Beginnings were looked for instead.
drop index vocabulary_by_beginning;
