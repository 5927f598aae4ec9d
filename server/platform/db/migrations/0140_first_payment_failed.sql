-- Up Migration
-- An offer that its payer approved, and whose first payment failed: the provider tries again by itself, so it is to end
-- there when it is given up here.
alter table plan_subscriptions
  add first_payment_failed boolean not null default false,
  add check (status = 'pending' or not first_payment_failed);
