-- Up Migration
-- What a musician tells all followers, once a week.
create table posts (
  id uuid primary key,
  musician_id uuid not null references users on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz(3) not null default now(),
  -- When every follower of its time had been told.
  told_at timestamptz(3)
);
create index posts_of_musician on posts (musician_id, created_at desc, id desc);

-- When a musician last wrote one: what is deleted counts as well.
create table post_turns (
  musician_id uuid primary key references users on delete cascade,
  taken_at timestamptz(3) not null default now()
);

alter table notifications add column post_id uuid references posts on delete cascade;
create index notifications_of_post on notifications (post_id) where post_id is not null;
