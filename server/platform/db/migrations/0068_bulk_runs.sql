-- Up Migration
-- What administrators do with several media or accounts at once. A job does one item after the other, each in a
-- transaction of its own with the mark that it was done.
create table bulk_runs (
  id uuid primary key,
  actor_id uuid not null references users on delete cascade,
  -- Its name and what its dialog asked for.
  action jsonb not null,
  created_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  -- When its result was put away.
  dismissed_at timestamptz(3)
);
create index bulk_runs_of_actor on bulk_runs (actor_id, created_at desc) where dismissed_at is null;
create index bulk_runs_by_actor on bulk_runs (actor_id);
create index bulk_runs_old on bulk_runs (created_at);

create table bulk_items (
  run_id uuid not null references bulk_runs on delete cascade,
  position integer not null,
  -- A media or an account, which may be gone.
  subject_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  reason text,
  primary key (run_id, position),
  check ((state = 'failed') = (reason is not null))
);
