-- Up Migration
-- Refunds and reversals of payments for plans of deleted accounts, as the payment provider reports them. Such a report may
-- arrive before that of the payment, and may be partial. The amount still owed is the payment minus its returns.
create table returned_payments (
  return_ref text primary key,
  payment_ref text not null,
  -- Minor units, above zero; null if the provider named no amount that can be read.
  amount bigint,
  currency text,
  returned_at timestamptz(3) not null
);
create index returned_payments_of on returned_payments (payment_ref);
create index returned_payments_old on returned_payments (returned_at);
