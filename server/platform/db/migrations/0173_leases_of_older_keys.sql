-- Up Migration
-- A process of a version without leases doesn't renew them. So requests that it was running when 0168 ran, or starts before
-- it is stopped, keep their keys as long as before.
update idempotency_keys set lease_until = now() + interval '10 minutes' where status is null and claim is null;
alter table idempotency_keys alter column lease_until set default now() + interval '10 minutes';
