-- Up Migration
create table favorites (
  user_id uuid not null references users on delete cascade,
  media_id uuid not null references media on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, media_id)
);
create index favorites_of_media on favorites (media_id);
create index favorites_newest on favorites (user_id, created_at desc, media_id);

-- A media's count is that of its rows: whoever writes them writes it, in the same transaction.
create function count_favorites() returns trigger language plpgsql as $$
begin
  update media m
  set remember_count = m.remember_count + case tg_op when 'INSERT' then c.n else -c.n end
  from (select media_id, count(*)::int as n from changed group by 1) c where m.id = c.media_id;
  return null;
end $$;
create trigger favorites_added after insert on favorites
  referencing new table as changed for each statement execute function count_favorites();
create trigger favorites_removed after delete on favorites
  referencing old table as changed for each statement execute function count_favorites();
