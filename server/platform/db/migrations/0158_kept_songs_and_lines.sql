-- Up Migration
-- Songs of albums and timed texts (0157) that belong to hidden media don't change any answer for visitors.
drop trigger public_album_songs_changed on album_songs;
drop trigger public_timed_texts_changed on timed_texts;
create function public_parts_changed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed_rows c join media m on m.id = c.media_id where m.band is not null) then
    update public_version set n = n + 1;
  end if;
  return null;
end $$;

create trigger public_album_songs_inserted after insert on album_songs
  referencing new table as changed_rows for each statement execute function public_parts_changed();
create trigger public_album_songs_updated after update on album_songs
  referencing new table as changed_rows for each statement execute function public_parts_changed();
create trigger public_album_songs_deleted after delete on album_songs
  referencing old table as changed_rows for each statement execute function public_parts_changed();

create trigger public_timed_texts_inserted after insert on timed_texts
  referencing new table as changed_rows for each statement execute function public_parts_changed();
create trigger public_timed_texts_updated after update on timed_texts
  referencing new table as changed_rows for each statement execute function public_parts_changed();
create trigger public_timed_texts_deleted after delete on timed_texts
  referencing old table as changed_rows for each statement execute function public_parts_changed();
