-- Up Migration
-- The worker processes that run: each says every few seconds that it lives, and now and then what its machine lacks.
-- One that ends removes its row; that of one that died is removed by another an hour later.
create table workers (
  id uuid primary key,
  machine text not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  findings jsonb not null default '[]'
);
