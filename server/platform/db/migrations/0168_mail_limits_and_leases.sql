-- Up Migration
-- The mailbox by which mail to an unconfirmed address is counted, for all accounts and requests together. Null for mail to
-- a confirmed address, and for mail that isn't counted.
alter table outbox add column counted_mailbox text;
create index outbox_of_mailbox on outbox (counted_mailbox, created_at) where counted_mailbox is not null;

-- A write with an Idempotency-Key holds its key by a lease, which ends soon after its process died. effect_at is written in
-- the transaction of the effect, so that it shows later calls whether there was one. Therefore the table must survive a
-- crash of the database, like the effects do.
alter table idempotency_keys set logged;
alter table idempotency_keys
  add column claim uuid,
  add column lease_until timestamptz(3) not null default now(),
  add column effect_at timestamptz(3);
