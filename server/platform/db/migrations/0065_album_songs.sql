-- Up Migration
-- The songs of a musician's album, in its order. They are saved as a whole, so positions are counted from 0.
create table album_songs (
  album_id uuid not null references albums on delete cascade,
  media_id uuid not null references media on delete cascade,
  -- Whose album and songs they are: a data export finds them by it.
  user_id uuid not null references users on delete cascade,
  position int not null,
  primary key (album_id, media_id)
);
create index album_songs_in_order on album_songs (album_id, position);
create index album_songs_of_media on album_songs (media_id);
create index album_songs_of_user on album_songs (user_id);
