-- Up Migration
-- A refusal that may be about us is noted, and believed when there is another one a day later.
alter table refused_addresses add column is_certain boolean not null default true;
