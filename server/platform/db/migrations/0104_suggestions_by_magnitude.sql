-- Up Migration
-- Musicians are suggested by the order of magnitude of their plays: at every play more, each of their rows and its entries
-- in five indexes would be written anew. Names of the same magnitude stand in the order of their keys.
create or replace view suggestion_names as
with musicians as (
  select coalesce(u.username::text, u.id::text) as ref, u.display_name, u.username::text as username,
    search_magnitude(sum(m.play_count)::bigint)::bigint as popularity
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

-- Rows that stay as they are are not touched: `on conflict` alone would lock, and so write, each of them.
create or replace function suggestions_refresh() returns void language sql as $$
  with fresh as materialized (
    select kind, ref, key, max(label) as label, max(popularity) as popularity from suggestion_names where key <> '' group by 1, 2, 3),
  gone as (
    delete from suggestions old where not exists (
      select 1 from fresh where fresh.kind = old.kind and fresh.ref = old.ref and fresh.key = old.key))
  insert into suggestions (kind, ref, key, label, popularity)
  select kind, ref, key, label, popularity from fresh where not exists (
    select 1 from suggestions same where same.kind = fresh.kind and same.ref = fresh.ref and same.key = fresh.key
      and same.label = fresh.label and same.popularity = fresh.popularity)
  order by 1, 2, 3
  on conflict (kind, ref, key) do update set label = excluded.label, popularity = excluded.popularity
$$;

drop index suggestions_by_1, suggestions_by_2, suggestions_by_3;
select suggestions_refresh();
create index suggestions_by_1 on suggestions (kind, left(key, 1), popularity desc, key);
create index suggestions_by_2 on suggestions (kind, left(key, 2), popularity desc, key);
create index suggestions_by_3 on suggestions (kind, left(key, 3), popularity desc, key);

create or replace function suggested_names(given text, most_words int, most int) returns table (kind text, ref text, label text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
declare
  typed text := array_to_string((search_words(given))[:most_words], ' ');
begin
  return query select found.kind, found.ref, found.label
    from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
    cross join lateral (
      (select s.* from suggestions s where length(typed) = 1 and s.kind = kinds.kind and left(s.key, 1) = typed
        order by s.popularity desc, s.key limit most)
      union all
      (select s.* from suggestions s where length(typed) = 2 and s.kind = kinds.kind and left(s.key, 2) = typed
        order by s.popularity desc, s.key limit most)
      union all
      (select s.* from suggestions s where length(typed) = 3 and s.kind = kinds.kind and left(s.key, 3) = typed
        order by s.popularity desc, s.key limit most)
      union all
      (select s.* from suggestions s
        where length(typed) > 3 and s.kind = kinds.kind and s.key ~>=~ typed and s.key ~<~ (typed || U&'\+10FFFF')
        order by s.popularity desc, s.key limit most)) found
    order by kinds.place, found.popularity desc, found.label, found.ref;
end $$;
