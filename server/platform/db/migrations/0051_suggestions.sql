-- Up Migration
-- Names by the beginnings of their words, for whoever is still typing: of musicians who have something public, of tags,
-- genres and moods. Media are suggested by search itself. Kept by a loop.
create table suggestions (
  kind text not null check (kind in ('musician', 'tag', 'genre', 'mood')),
  -- What it leads to: a name in addresses, a slug, or the tag.
  ref text not null,
  -- The name from one of its words to its end, as search knows words.
  key text not null,
  label text not null,
  -- Plays, or media that carry it: those of one kind are compared.
  popularity bigint not null,
  primary key (kind, ref, key)
);
-- A letter or two begin a large part of all names, whose best stand together here; longer beginnings are read as a range.
create index suggestions_by_1 on suggestions (kind, left(key, 1), popularity desc);
create index suggestions_by_2 on suggestions (kind, left(key, 2), popularity desc);
create index suggestions_by_3 on suggestions (kind, left(key, 3), popularity desc);
create index suggestions_by_key on suggestions (kind, key text_pattern_ops);

create function suggestion_keys(name text) returns setof text stable strict parallel safe language sql as $$
  select left(array_to_string(words[place:], ' '), 80) from search_words(name) words, generate_series(1, least(cardinality(words), 6)) place
$$;

create view suggestion_names as
with musicians as (
  select coalesce(u.username::text, u.id::text) as ref, u.display_name, u.username::text as username, sum(m.play_count)::bigint as popularity
  from media m join users u on u.id = m.musician_id
  where m.band is not null and u.deleted_at is null group by u.id),
tags as (
  select lower(trim(tag)) as ref, count(*) as popularity from media m, unnest(m.tags) tag where m.band is not null group by 1)
select 'musician' as kind, ref, key, display_name as label, popularity from musicians, suggestion_keys(display_name) key
union
select 'musician', ref, key, display_name, popularity from musicians, suggestion_keys(username) key
union all
select 'tag', ref, key, ref, popularity from (select * from tags where ref <> '') tags, suggestion_keys(ref) key
union all
select c.kind, c.slug, key, c.name, coalesce((select sum(n) from list_counts l where l.category_id = c.id and l.list = 'curated'), 0)::bigint
from categories c, suggestion_keys(c.name) key;

-- What is gone goes, and what is new or has another name or rank is written: a quiet catalogue writes nothing.
create function suggestions_refresh() returns void language sql as $$
  with fresh as materialized (
    select kind, ref, key, max(label) as label, max(popularity) as popularity from suggestion_names where key <> '' group by 1, 2, 3),
  gone as (
    delete from suggestions old where not exists (
      select 1 from fresh where fresh.kind = old.kind and fresh.ref = old.ref and fresh.key = old.key))
  insert into suggestions (kind, ref, key, label, popularity) select kind, ref, key, label, popularity from fresh order by 1, 2, 3
  on conflict (kind, ref, key) do update set label = excluded.label, popularity = excluded.popularity
  where (suggestions.label, suggestions.popularity) is distinct from (excluded.label, excluded.popularity)
$$;
select suggestions_refresh();
