-- Up Migration
-- Mail that was given up is counted by when that was, which is when it was tried last.
create index outbox_failed on outbox (next_try_at) where state = 'failed';
