-- Up Migration
-- Subscriptions of deleted accounts at the payment provider. The payer may approve one later and is then charged, so its
-- events end it at the provider. The rows don't name the account.
create table deleted_plans (
  provider_ref text primary key,
  deleted_at timestamptz(3) not null default now()
);
create index deleted_plans_old on deleted_plans (deleted_at);
insert into deleted_plans (provider_ref, deleted_at) select provider_ref, since from subscription_endings e
where not exists (select 1 from plan_subscriptions s where s.provider_ref = e.provider_ref);

-- Payments for these subscriptions after the deletion. An operator refunds them at the provider; its event
-- deletes the row.
create table payments_to_return (
  payment_ref text primary key,
  provider_ref text not null,
  -- Minor units; null if the provider named no amount that can be read.
  amount bigint,
  currency text,
  paid_at timestamptz(3) not null
);
create index payments_to_return_paid on payments_to_return (paid_at);
