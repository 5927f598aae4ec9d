-- Up Migration
-- Copies of accounts' data, one for each account at a time.
create table data_exports (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  bytes bigint,
  storage_key text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  check ((state = 'ready') = (bytes is not null)),
  check ((state = 'ready') = (storage_key is not null)),
  check ((state = 'ready') = (expires_at is not null))
);
