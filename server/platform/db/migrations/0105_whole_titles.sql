-- Up Migration
-- Media whose whole title is what was asked are read to their last one, however many they are: they are the part before
-- all others (-1) and follow one another by quality like those of a part. As long as they fill what is asked for, nothing
-- else comes with them.
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
