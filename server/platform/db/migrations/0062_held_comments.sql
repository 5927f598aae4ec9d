-- Up Migration
-- Which comments on an account's media wait until it approves them.
create table comment_rules (
  user_id uuid primary key references users on delete cascade,
  hold_all boolean not null default false,
  -- Whatever says one of these.
  words text[] not null default '{}'
);

-- What waits: no comment yet, so that lists, counts and live events do not know it. Approved, it becomes one.
create table held_comments (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  author_id uuid not null references users on delete cascade,
  -- The comment that it answers, with which it goes.
  parent_id uuid references comments on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  moment double precision check (moment between 0 and 86400),
  created_at timestamptz(3) not null default now()
);
create index held_comments_of_media on held_comments (media_id, created_at, id);
create index held_comments_of_author on held_comments (author_id);
create index held_comments_of_parent on held_comments (parent_id) where parent_id is not null;
