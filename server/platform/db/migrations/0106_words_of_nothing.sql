-- Up Migration
-- Those of these words that no document holds, as search reads them among several: with three letters or more as a
-- beginning, and any of two, either of which may be left alone. The best parts are small and come first, so that for any
-- other word one look is enough.
create function search_unheld(words text[]) returns setof text
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select word from unnest(words) word where not exists (
    select 1 from media_search s
    where s.tsv @@ (quote_literal(word) || case when length(word) >= 3 or cardinality(words) = 2 then ':*' else '' end)::tsquery);
end $$;
