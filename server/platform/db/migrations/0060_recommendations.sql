-- Up Migration
-- What accounts played lately, once each: what is recommended to them begins with it. A loop forgets it after 30 days.
create table recent_plays (
  user_id uuid not null references users on delete cascade,
  media_id uuid not null references media on delete cascade,
  played_at timestamptz(3) not null,
  primary key (user_id, media_id)
);
create index recent_plays_newest on recent_plays (user_id, played_at desc);
create index recent_plays_of_media on recent_plays (media_id);
create index recent_plays_old on recent_plays (played_at);
create index ratings_newest on ratings (user_id, updated_at desc);

-- Approved media until they had their first listens: how often each was shown where media are recommended, and played by
-- whom it was shown to. The counters are added to when events are folded, many at a time.
create table first_listens (
  media_id uuid primary key references media on delete cascade,
  shown int not null default 0,
  heard int not null default 0
);
create index first_listens_least on first_listens (shown, media_id);
create index first_listens_best on first_listens (((heard + 1.0) / (shown + 2)) desc, media_id);

create function first_listens_enter() returns trigger language plpgsql as $$
begin
  insert into first_listens (media_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger first_listens_added after insert on media for each row when (new.band >= 2)
  execute function first_listens_enter();
create trigger first_listens_approved after update on media for each row
  when (new.band >= 2 and coalesce(old.band, 0) < 2) execute function first_listens_enter();
insert into first_listens (media_id) select id from media where band >= 2 and play_count < 30;
