-- What an account's player had in it, for its other devices: the last word counts. Media that are deleted meanwhile are
-- left out when it is read.
create table players (
  user_id uuid primary key references users on delete cascade,
  device text not null check (length(device) between 1 and 64),
  media_ids uuid[] not null check (cardinality(media_ids) between 1 and 200),
  -- The place of the current track, from 0.
  place int not null check (place >= 0 and place < cardinality(media_ids)),
  seconds real not null check (seconds >= 0),
  repeat text not null check (repeat in ('off', 'all', 'one')),
  -- Null while the queue is not shuffled.
  unshuffled uuid[] check (cardinality(unshuffled) <= 200),
  seed bigint,
  saved_at timestamptz(3) not null default now(),
  check ((unshuffled is null) = (seed is null))
);
