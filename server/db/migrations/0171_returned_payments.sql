-- Up Migration
-- What the payment provider reports as given back of payments for plans of deleted accounts, by us or by the payer's bank. The
-- report may come before the payment's own, and be about a part of it: what is still owed is the payment without its returns.
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
