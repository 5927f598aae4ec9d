-- Up Migration
-- PUBLIC_URL at the first start. Identifiers that other programs keep are made from it, so that they survive a move.
create table first_address (
  is_only boolean primary key default true check (is_only),
  url text not null
);
