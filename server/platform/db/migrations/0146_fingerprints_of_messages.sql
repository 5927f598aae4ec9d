-- Up Migration
-- What a message is compared by with others of its sender, made once when it is written; null where it is too short for
-- that, and for what was written before.
alter table messages add column fingerprint bytea check (length(fingerprint) <= 256);
