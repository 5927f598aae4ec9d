-- Up Migration
-- Mail to an address that no reader confirmed is counted by its mailbox, whichever accounts and requests it is for. Null for
-- mail to a confirmed address, and for mail that isn't counted.
alter table outbox add column counted_mailbox text;
create index outbox_of_mailbox on outbox (counted_mailbox, created_at) where counted_mailbox is not null;

-- A write with an Idempotency-Key holds its key by a lease, which ends soon after its process died. effect_at is written in the
-- transaction of the effect, so that a later caller knows whether there was one. That needs a table that survives a crash of
-- the database, like the effects do.
alter table idempotency_keys set logged;
alter table idempotency_keys
  add column claim uuid,
  add column lease_until timestamptz(3) not null default now(),
  add column effect_at timestamptz(3);
