-- Up Migration
-- The promise to the musician, which stays the same when another reviewer is drawn, and what was done to keep it.
alter table reviews
  add column promised_by timestamptz(3),
  -- 0: with its reviewer; 1: a second reviewer was drawn; 2: all reviewers were asked; 3: administrators were asked;
  -- 4: the promise is broken.
  add column promise_step smallint not null default 0 check (promise_step between 0 and 4),
  -- When the next step is due; null after the last one.
  add column next_step_at timestamptz(3);
update reviews set promised_by = due_at, next_step_at = due_at
  where decided_at is null and opened_at is not null and due_at > now();
create index reviews_next_step on reviews (next_step_at) where decided_at is null;

-- What musicians got for reviews that were late: an upload on top of the plan's limit, or a faster next review.
create table compensations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- A review is compensated once. It may go with its media; what its musician got stays.
  review_id uuid not null unique,
  kind text not null check (kind in ('upload', 'priority')),
  granted_at timestamptz(3) not null default now(),
  -- The upload that took it. The ledger follows a replaced file to its new source.
  source_id uuid unique references upload_ledger (source_id) on update cascade on delete set null,
  -- The faster review.
  used_for_review uuid unique
);
create index compensations_of_user on compensations (user_id, granted_at);

-- How reviews keep their promise: verdicts of reviews that were opened, by when they were given.
alter table kept_figures
  add column median_wait_minutes int,
  -- Shares from 0 to 1, rounded to a thousandth.
  add column in_time_30 real,
  add column in_time_365 real,
  add column approved_365 real;
drop index reviews_decided;
create index reviews_decided on reviews (decided_at desc) include (opened_at, outcome, promised_by)
  where opened_at is not null and outcome in ('curated', 'rejected');
