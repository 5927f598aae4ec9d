-- Up Migration
-- What a member is shown of each of their sessions: which device it is, and from which network it began.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text not null default '',
  add column network text not null default '';

-- The browsers from which an account was signed in to, by the hash of the name that their cookie holds: the first
-- sign-in from another one is told by mail.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  visitor_hash bytea not null,
  last_seen_at timestamptz(3) not null default now(),
  primary key (user_id, visitor_hash)
);
create index known_devices_seen on known_devices (last_seen_at);
