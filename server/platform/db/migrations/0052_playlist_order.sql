-- Up Migration
-- The order that administrators give the media of a genre and of a mood; what was never arranged follows, newest first.
alter table media
  add column genre_position int check (genre_position > 0),
  add column mood_position int check (mood_position > 0);
create index media_arranged_in_genre on media (genre_id, genre_position, id) where genre_position is not null;
create index media_arranged_in_mood on media (mood_id, mood_position, id) where mood_position is not null;

-- A place belongs to the playlist that it was given in.
create function forget_playlist_position() returns trigger language plpgsql as $$
begin
  if new.genre_id is distinct from old.genre_id then new.genre_position := null; end if;
  if new.mood_id is distinct from old.mood_id then new.mood_position := null; end if;
  return new;
end $$;
create trigger forget_playlist_position before update of genre_id, mood_id on media
  for each row execute function forget_playlist_position();
