-- Up Migration
-- Where an account left its long media, for all its devices: of two places of a media the later one counts, whichever
-- comes first. One of 0 seconds says that it was heard to its end, or is to begin anew: it stays, or a device that was
-- without a network for a while would bring an older place back.
create table player_places (
  user_id uuid not null references users on delete cascade,
  media_id uuid not null references media on delete cascade,
  seconds real not null check (seconds >= 0),
  updated_at timestamptz(3) not null,
  primary key (user_id, media_id)
);
create index player_places_of_media on player_places (media_id);
