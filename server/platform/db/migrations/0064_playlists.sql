-- Up Migration
-- Lists of media that accounts make for themselves and others.
create table playlists (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  created_at timestamptz(3) not null default now(),
  -- Of its words and of what is in it, not of the order.
  updated_at timestamptz(3) not null default now()
);
create index playlists_of_owner on playlists (owner_id, updated_at desc, id desc);
create index public_playlists_of_owner on playlists (owner_id, updated_at desc, id desc) where visibility = 'public';

-- A media is in a playlist once. Positions have room between them, so that a move writes the row that moves and no other.
-- The owner stands here, too: a data export finds an account's rows by it, and a menu asks which lists hold a media.
create table playlist_entries (
  playlist_id uuid not null references playlists on delete cascade,
  media_id uuid not null references media on delete cascade,
  owner_id uuid not null references users on delete cascade,
  position bigint not null,
  added_at timestamptz(3) not null default now(),
  primary key (playlist_id, media_id)
);
create index playlist_entries_in_order on playlist_entries (playlist_id, position, media_id);
create index playlist_entries_of_media on playlist_entries (media_id);
create index playlist_entries_of_owner on playlist_entries (owner_id, media_id);
