-- Up Migration
-- Number of public media in a playlist. Counting them for a page of playlists read up to 500,000 rows.
alter table playlists add column public_count int not null default 0 check (public_count >= 0);
update playlists p set public_count = counted.n from (
  select e.playlist_id, count(*)::int as n from playlist_entries e join media m on m.id = e.media_id
  where m.band is not null group by 1
) counted where p.id = counted.playlist_id;

create function playlist_entries_added() returns trigger language plpgsql as $$
begin
  update playlists p set public_count = p.public_count + added.n from (
    select e.playlist_id, count(*)::int as n from new_rows e join media m on m.id = e.media_id
    where m.band is not null group by 1
  ) added where p.id = added.playlist_id;
  return null;
end $$;
create trigger playlist_entries_added after insert on playlist_entries
  referencing new table as new_rows for each statement execute function playlist_entries_added();

-- If the media item itself is deleted, the join finds nothing, and the trigger of `media` has subtracted it already.
create function playlist_entries_removed() returns trigger language plpgsql as $$
begin
  update playlists p set public_count = greatest(0, p.public_count - removed.n) from (
    select e.playlist_id, count(*)::int as n from old_rows e join media m on m.id = e.media_id
    where m.band is not null group by 1
  ) removed where p.id = removed.playlist_id;
  return null;
end $$;
create trigger playlist_entries_removed after delete on playlist_entries
  referencing old table as old_rows for each statement execute function playlist_entries_removed();

-- Locks playlists in the order of their ids, so that two such changes can't deadlock.
create function playlists_recount(media_ids uuid[], change int) returns void language plpgsql as $$
begin
  perform 1 from playlists where id in (select playlist_id from playlist_entries where media_id = any(media_ids))
    order by id for no key update;
  update playlists p set public_count = greatest(0, p.public_count + counted.n * change) from (
    select playlist_id, count(*)::int as n from playlist_entries where media_id = any(media_ids) group by 1
  ) counted where p.id = counted.playlist_id;
end $$;

create function playlists_media_updated() returns trigger language plpgsql as $$
declare
  shown uuid[];
  hidden uuid[];
begin
  select array_agg(n.id) filter (where n.band is not null), array_agg(n.id) filter (where n.band is null)
    into shown, hidden
    from new_rows n join old_rows o on o.id = n.id where (o.band is null) <> (n.band is null);
  if shown is not null then perform playlists_recount(shown, 1); end if;
  if hidden is not null then perform playlists_recount(hidden, -1); end if;
  return null;
end $$;
create trigger playlists_media_updated after update on media
  referencing old table as old_rows new table as new_rows for each statement execute function playlists_media_updated();

create function playlists_media_deleted() returns trigger language plpgsql as $$
begin
  if old.band is not null then perform playlists_recount(array[old.id], -1); end if;
  return old;
end $$;
create trigger playlists_media_deleted before delete on media
  for each row execute function playlists_media_deleted();

-- Answers for visitors with playlists, albums' songs and timed texts are kept like all others (0021). Private playlists
-- don't change these answers.
create function public_playlists_changed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from changed_rows where visibility <> 'private') then
    update public_version set n = n + 1;
  end if;
  return null;
end $$;
create trigger public_playlists_before after update on playlists
  referencing old table as changed_rows for each statement execute function public_playlists_changed();
create trigger public_playlists_after after update on playlists
  referencing new table as changed_rows for each statement execute function public_playlists_changed();
create trigger public_playlists_inserted after insert on playlists
  referencing new table as changed_rows for each statement execute function public_playlists_changed();
create trigger public_playlists_deleted after delete on playlists
  referencing old table as changed_rows for each statement execute function public_playlists_changed();

create function public_entries_changed() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from changed_rows e join playlists p on p.id = e.playlist_id where p.visibility <> 'private'
  ) then update public_version set n = n + 1; end if;
  return null;
end $$;
create trigger public_entries_inserted after insert on playlist_entries
  referencing new table as changed_rows for each statement execute function public_entries_changed();
create trigger public_entries_moved after update on playlist_entries
  referencing new table as changed_rows for each statement execute function public_entries_changed();
create trigger public_entries_deleted after delete on playlist_entries
  referencing old table as changed_rows for each statement execute function public_entries_changed();

create trigger public_album_songs_changed after insert or update or delete on album_songs
  for each statement execute function public_changed();
create trigger public_timed_texts_changed after insert or update or delete on timed_texts
  for each statement execute function public_changed();
