-- Up Migration
-- What the operator should know about the machines that run the product: one row for each matter and machine. A row
-- that is not seen again goes out of sight, and is deleted when its machine says that the matter is settled.
create table notice (
  machine text not null,
  name text not null,
  text text not null,
  noticed_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (machine, name)
);
