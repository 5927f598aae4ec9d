-- Up Migration
-- What happened that an account wants to know: the notification centre. Written with its cause, beside the mail that says
-- the same, and kept for half a year.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  -- Names its cause: what has one notification gets no second.
  occasion text not null,
  -- The sentence, with {actor} and {media} where their names of today stand when it is read.
  words text not null check (length(words) <= 300),
  actor_id uuid references users,
  media_id uuid references media on delete cascade,
  -- A comment is written after what tells of it, in the same transaction.
  comment_id uuid references comments on delete cascade deferrable initially deferred,
  -- Where it leads, if not to its media or to whoever caused it.
  path text,
  created_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  unique (user_id, occasion)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_of_actor on notifications (actor_id) where actor_id is not null;
create index notifications_of_media on notifications (media_id) where media_id is not null;
create index notifications_of_comment on notifications (comment_id) where comment_id is not null;
create index notifications_old on notifications (created_at);
