-- What is watched of a video while its first rendition is written: where it lies, and what there is of it so far.
create table early_videos (
  id uuid primary key,
  source_id uuid not null unique references sources on delete cascade,
  attempt int not null,
  -- Its folder in the store; its row of pending_deletions is never taken back.
  prefix text not null unique
);

-- A file of the store, with the segments in it; it has its row when it is there.
create table early_parts (
  early_id uuid not null references early_videos on delete cascade,
  track text not null check (track in ('picture', 'sound')),
  number int not null check (number > 0),
  -- Of each segment, in their order.
  seconds double precision[] not null,
  bytes int[] not null check (cardinality(bytes) = cardinality(seconds)),
  -- The track is whole.
  is_last boolean not null,
  primary key (early_id, track, number)
);
