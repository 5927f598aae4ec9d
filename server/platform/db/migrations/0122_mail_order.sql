-- Up Migration
-- A link in a mail ends, and the mail with it: sent later it would only be in the way. And mail about accounts, which nobody
-- can turn off, leaves before what was written to many.
alter table outbox add column good_until timestamptz(3);
create index outbox_due on outbox ((unsubscribe_url is not null), next_try_at) where state = 'queued';
