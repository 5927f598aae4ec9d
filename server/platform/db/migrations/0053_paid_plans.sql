-- Up Migration
-- Plans that accounts chose and pay for. A subscription at the provider keeps its name (provider_ref) when it is revised:
-- the plan before it is cancelled here, and the plan after it is a row of its own.
create table plan_subscriptions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  plan text not null,
  status text not null check (status in ('pending', 'active', 'past-due', 'cancelled', 'expired')),
  provider_ref text not null,
  approve_url text,
  -- The plan that took its place.
  successor_id uuid references plan_subscriptions on delete set null,
  since timestamptz(3) not null default now(),
  activated_at timestamptz(3),
  grace_until timestamptz(3),
  next_billing_at timestamptz(3),
  payer_email text,
  -- Of the provider's answers, the one that came of the latest question counts (provider_questions).
  as_of bigint not null default 0,
  checked_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  check (status <> 'pending' or activated_at is null),
  check (status not in ('active', 'past-due') or activated_at is not null),
  check ((status = 'past-due') = (grace_until is not null))
);
-- One plan is in force, and one waits.
create unique index plan_subscriptions_in_force on plan_subscriptions (user_id) where status in ('active', 'past-due');
create unique index plan_subscriptions_pending on plan_subscriptions (user_id) where status = 'pending';
create index plan_subscriptions_of_user on plan_subscriptions (user_id, created_at desc, id desc);
create index plan_subscriptions_of_provider on plan_subscriptions (provider_ref);
create index plan_subscriptions_succeeded on plan_subscriptions (successor_id) where successor_id is not null;
create index plan_subscriptions_unchecked on plan_subscriptions (checked_at) where status in ('pending', 'active', 'past-due');
create index plan_subscriptions_newest on plan_subscriptions (created_at desc, id desc);
create index plan_subscriptions_of_status on plan_subscriptions (status, created_at desc, id desc);

create sequence provider_questions;

-- What the provider told us, by its own id: each event has its effects once. What it says of the payer is not kept.
create table payment_events (
  id text primary key,
  type text not null,
  provider_ref text not null,
  user_id uuid not null references users on delete cascade,
  -- Minor units; of payments alone.
  amount bigint,
  currency text,
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  applied_at timestamptz(3)
);
create index payment_events_of_provider on payment_events (provider_ref, occurred_at, id);
create index payment_events_of_user on payment_events (user_id);
create index payment_events_waiting on payment_events (received_at) where applied_at is null;
