-- Up Migration
-- First listens are counted once in a media's life. Whoever hides it and publishes it again goes on where it was, and what
-- has had its first listens keeps its row, so that it does not begin anew. Only what is public takes a place among those
-- that are chosen from.
alter table first_listens
  add column musician_id uuid,
  -- Approved and public at present.
  add column is_public boolean not null default true,
  -- It was shown often enough and has enough plays: a newcomer no more.
  add column ended boolean not null default false;
update first_listens f set musician_id = m.musician_id, is_public = coalesce(m.band >= 2, false)
from media m where m.id = f.media_id;
alter table first_listens alter column musician_id set not null;

-- Rows that were removed at their end: of what is public all that have none, of the rest what was approved once and has
-- enough plays.
insert into first_listens (media_id, musician_id, is_public, ended)
select m.id, m.musician_id, coalesce(m.band >= 2, false), true from media m
where m.band >= 2 or (m.play_count >= 30
  and (m.verdict = 'curated' or exists (select 1 from reviews r where r.media_id = m.id and r.outcome = 'curated')))
on conflict do nothing;

drop index first_listens_least, first_listens_best;
create index first_listens_least on first_listens (shown, media_id) where is_public and not ended;
create index first_listens_best on first_listens (((heard + 1.0) / (shown + 2)) desc, media_id) where is_public and not ended;

create or replace function first_listens_enter() returns trigger language plpgsql as $$
begin
  insert into first_listens (media_id, musician_id) values (new.id, new.musician_id)
  on conflict (media_id) do update set is_public = true;
  return null;
end $$;
create function first_listens_leave() returns trigger language plpgsql as $$
begin
  update first_listens set is_public = false where media_id = new.id;
  return null;
end $$;
create trigger first_listens_hidden after update on media for each row
  when (old.band >= 2 and coalesce(new.band, 0) < 2) execute function first_listens_leave();
