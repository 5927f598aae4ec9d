-- Up Migration
-- When a review was opened; null for a decision that was made without one. Waiting is measured from here, so that a
-- withdrawal in between does not count.
alter table reviews add column opened_at timestamptz(3);
create index reviews_decided on reviews (decided_at desc) include (opened_at, outcome)
  where opened_at is not null and outcome in ('curated', 'rejected');

-- How long the last hundred verdicts were waited for (seconds), and which share of them approved. Home joins it.
create view curation_figures as
select extract(epoch from avg(decided_at - opened_at))::double precision as avg_wait_seconds,
       avg((outcome = 'curated')::int)::double precision as pass_rate
from (
  select decided_at, opened_at, outcome from reviews
  where opened_at is not null and outcome in ('curated', 'rejected')
  order by decided_at desc limit 100
) latest;

-- Who sends a mail holds it until this time; after a failure it is tried again then.
alter table outbox add column attempts int not null default 0;
alter table outbox add column next_try_at timestamptz(3) not null default now();
drop index outbox_queued;
create index outbox_queued on outbox (next_try_at) where state = 'queued';

-- The administrators' search by the beginning of a title.
create index media_by_title on media (lower(title) text_pattern_ops);
