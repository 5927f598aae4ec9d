-- Up Migration
-- Media are found by where their musician's town is, too: its cell of one degree is a facet of the document, and the
-- distance itself is looked at for those that stand in a cell of the circle.
create function search_cell(latitude real, longitude real) returns text immutable strict parallel safe language sql as $$
  select '_c' || floor(latitude)::int || '_' || floor(longitude)::int
$$;
-- Along a great circle (haversine); the earth's mean radius is 3958.8 miles.
create function miles_between(lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision)
returns double precision immutable strict parallel safe language sql as $$
  select 2 * 3958.8 * asin(least(1, sqrt(sind((lat2 - lat1) / 2) ^ 2 + cosd(lat1) * cosd(lat2) * sind((lon2 - lon1) / 2) ^ 2)))
$$;

alter table media_search add column latitude real, add column longitude real;

create or replace view search_documents as
select m.id,
  search_quality(m.band, m.score_sum, m.play_count, m.published_at) as quality,
  -- Compatibility forms can be many times longer than what they stand for, and an index has its limit.
  left(search_plain(m.title), 200) as title,
  search_part(search_words(m.title), 'A') || search_part(search_words(array_to_string(m.tags, ' ')), 'B')
    || search_part(search_words(concat_ws(' ', u.display_name, u.username::text)), 'B')
    || search_part(search_words(m.description), 'D')
    || array_to_tsvector(array_remove(array[
      '_' || m.type,
      case when m.band >= 2 then '_curated' end,
      case when m.allow_curation and m.verdict is null then '_review' end,
      '_g' || m.genre_id, '_m' || m.mood_id, search_cell(u.latitude, u.longitude)], null)
      || array(select distinct search_tag(tag) from unnest(m.tags) tag)) as tsv,
  u.latitude, u.longitude
from media m join users u on u.id = m.musician_id
where m.band is not null;

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
end $$;

drop trigger search_musician_updated on users;
create constraint trigger search_musician_updated after update on users deferrable initially deferred
  for each row when ((old.display_name, old.username, old.latitude, old.longitude)
    is distinct from (new.display_name, new.username, new.latitude, new.longitude))
  execute function search_musician_changed();

-- As before, and of what stands within so many miles of a point when one is given; the query then has its cells.
drop function search_candidates(tsquery, tsquery, tsquery, text, int, double precision, uuid, int);
create function search_candidates(
  query tsquery, ranked tsquery, facets tsquery, exact text, near_lat double precision, near_lon double precision,
  miles double precision, after_tier int, after_quality double precision, after_id uuid, most int)
returns table (id uuid, tier smallint, quality double precision, score double precision, whole boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  found_here int;
  remaining int := most;
begin
  if after_tier is null and exact <> '' then
    return query select s.id, s.tier, s.quality, 10 + s.quality, true from media_search s
      where s.title = exact and (numnode(facets) = 0 or s.tsv @@ facets)
        and (near_lat is null or miles_between(near_lat, near_lon, s.latitude, s.longitude) <= miles)
      order by s.quality desc, s.id desc limit most;
  end if;
  for part in coalesce(after_tier, 0) .. 7 loop
    return query select s.id, s.tier, s.quality,
        case when numnode(ranked) = 0 then s.quality else ts_rank('{0.05, 0.2, 0.4, 1}', s.tsv, ranked) * (1 + s.quality) end, false
      from media_search s
      where s.tier = part and s.tsv @@ query and (exact = '' or s.title <> exact)
        and (near_lat is null or miles_between(near_lat, near_lon, s.latitude, s.longitude) <= miles)
        and (after_tier is distinct from part or (s.quality, s.id) < (after_quality, after_id))
      order by s.quality + 0 desc, s.id desc limit remaining;
    get diagnostics found_here = row_count;
    remaining := remaining - found_here;
    exit when remaining = 0;
  end loop;
end $$;

create or replace function search_rebuild() returns void language plpgsql set maintenance_work_mem = '256MB' as $$
begin
  perform pg_advisory_xact_lock(7268456, -1);
  truncate media_search, vocab_del, vocabulary;
  drop index if exists media_search_tsv;
  insert into media_search (id, tier, quality, title, tsv, latitude, longitude)
  select id, (select min(tier) from search_tiers where place <= coalesce(documents, place)), quality, title, tsv, latitude, longitude
  from (select *, row_number() over (order by quality desc) as place from search_documents) ranked;
  -- Without the list of pending entries, which each search would read to its end.
  create index media_search_tsv on media_search using gin (tsv) with (fastupdate = off);
  insert into vocabulary (word, documents)
  select word, ndoc from ts_stat('select tsv from media_search', 'ab')
  where length(word) between 3 and 30 and word !~ '^[0-9]+$';
  insert into vocab_del (key, word) select search_deletions(word), word from vocabulary;
  perform search_retier(0);
end $$;

-- What is published already.
update media_search s set latitude = u.latitude, longitude = u.longitude,
  tsv = s.tsv || array_to_tsvector(array[search_cell(u.latitude, u.longitude)])
from media m join users u on u.id = m.musician_id
where m.id = s.id and u.latitude is not null;

-- Words by their beginnings, for whoever found nothing.
create index vocabulary_by_beginning on vocabulary (word text_pattern_ops);
