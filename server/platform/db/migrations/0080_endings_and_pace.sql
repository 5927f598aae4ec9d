-- Up Migration
-- Subscriptions that are to end at the payment provider, by their names there, until it has confirmed that. They name no
-- account: theirs may be deleted by then.
create table subscription_endings (
  provider_ref text primary key,
  since timestamptz(3) not null default now(),
  tried_at timestamptz(3) not null default now(),
  -- Why it has not ended; null as long as nothing went wrong.
  last_error text
);
create index subscription_endings_tried on subscription_endings (tried_at);

-- From when the impressions of a goal are spread: its start, moved on by what it fell behind; null for its start.
alter table ad_goals add paced_from timestamptz(3);
