-- Up Migration
-- Administrators go through the refused addresses, and name one in a call: by an id, as an address in a path would be in logs.
alter table refused_addresses add column id uuid not null default gen_random_uuid() unique;
create index refused_addresses_newest on refused_addresses (since desc, id desc) where is_certain;
