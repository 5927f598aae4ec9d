-- Up Migration
-- A process from before the leases renews none. What it was doing when 0168 ran, or begins until it is stopped, keeps its key
-- for as long as it did before.
update idempotency_keys set lease_until = now() + interval '10 minutes' where status is null and claim is null;
alter table idempotency_keys alter column lease_until set default now() + interval '10 minutes';
