-- Up Migration
-- When somebody who was signed in to the account last confirmed its address: whoever holds the account, and with it what is
-- linked to it, reads mail there.
alter table identities add column vouched_at timestamptz(3);
