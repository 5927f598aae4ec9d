-- Up Migration
-- When a musician was last mailed about new subscribers: once a day at the most.
create table follower_mails (
  musician_id uuid primary key references users on delete cascade,
  mailed_at timestamptz(3) not null default now()
);
