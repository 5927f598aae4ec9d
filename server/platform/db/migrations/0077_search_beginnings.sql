-- A letter or two begin words of a large part of all documents: the index by words would gather thousands of them to find
-- the best few. Those of the first part are walked in the order of their quality instead, until there are enough.
create function search_beginnings(query tsquery, exact text, most int)
returns table (id uuid, tier smallint, quality double precision, score double precision, whole boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query select s.id, s.tier, s.quality, 10 + s.quality, true from media_search s
    where s.title = exact order by s.quality desc, s.id desc limit most;
  return query select best.id, best.tier, best.quality, ts_rank('{0.05, 0.2, 0.4, 1}', best.tsv, query) * (1 + best.quality), false
    from (
      select s.id, s.tier, s.quality, s.tsv from media_search s
      where s.tier = 0 and s.tsv @@ query and s.title <> exact
      order by s.quality desc, s.id desc limit most) best;
end $$;
