-- Up Migration
-- Every half minute somebody looks for those whose job is gone.
create index bulk_runs_unfinished on bulk_runs (id) where finished_at is null;
