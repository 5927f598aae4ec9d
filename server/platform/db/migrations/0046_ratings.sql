-- Up Migration
create table ratings (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (media_id, user_id)
);
create index ratings_of_user on ratings (user_id, media_id);

-- A media's sum and count are those of its rows: whoever writes them writes these, in the same transaction.
create function count_ratings() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update media m set rating_sum = m.rating_sum + c.stars, rating_count = m.rating_count + c.n
    from (select media_id, sum(stars) as stars, count(*) as n from new_rows group by 1) c where m.id = c.media_id;
  elsif tg_op = 'UPDATE' then
    update media m set rating_sum = m.rating_sum + c.stars
    from (select n.media_id, sum(n.stars - o.stars) as stars
          from new_rows n join old_rows o using (media_id, user_id) group by 1) c
    where m.id = c.media_id and c.stars <> 0;
  else
    update media m set rating_sum = m.rating_sum - c.stars, rating_count = m.rating_count - c.n
    from (select media_id, sum(stars) as stars, count(*) as n from old_rows group by 1) c where m.id = c.media_id;
  end if;
  return null;
end $$;
create trigger ratings_added after insert on ratings
  referencing new table as new_rows for each statement execute function count_ratings();
create trigger ratings_changed after update on ratings
  referencing old table as old_rows new table as new_rows for each statement execute function count_ratings();
create trigger ratings_removed after delete on ratings
  referencing old table as old_rows for each statement execute function count_ratings();

-- What the rated public media of a musician come to, without reading their rows.
create index media_rated on media (musician_id) include (rating_sum, rating_count)
  where band is not null and rating_count > 0;

-- What the ratings of a genre's or mood's public media come to: the sum of the means in hundredths, and of how many media.
-- Apart from their names and plays, so that nobody who rates waits for whoever counts plays.
alter table categories drop column rating_sum, drop column rating_count;
create table category_ratings (
  id uuid primary key references categories on delete cascade,
  hundredths bigint not null,
  media int not null
);
-- The public version is locked before the rows: whoever changes some of them has it, and nobody waits in a circle.
create trigger public_category_ratings_change before insert or update or delete on category_ratings
  for each statement execute function public_changed();

create function media_hundredths(rating_sum bigint, rating_count int) returns bigint language sql immutable as
  $$ select round(100.0 * rating_sum / rating_count)::bigint $$;

create function add_to_category_ratings(category uuid, more_hundredths numeric, more_media bigint) returns void
  language sql as $$
    insert into category_ratings as kept (id, hundredths, media)
    select id, more_hundredths::bigint, more_media::int from categories where id = category
    on conflict (id) do update
    set hundredths = kept.hundredths + excluded.hundredths, media = kept.media + excluded.media
  $$;

-- They follow whatever becomes of a media: its ratings, its genre and mood, and whether it is public.
create function count_category_ratings() returns trigger language plpgsql as $$
declare
  change record;
begin
  if tg_op = 'UPDATE' then
    for change in
      select kinds.id, sum(sign * media_hundredths(rating_sum, rating_count)) as hundredths, sum(sign) as media
      from (
        select -1 as sign, genre_id, mood_id, rating_sum, rating_count from old_rows
        where band is not null and rating_count > 0
        union all
        select 1, genre_id, mood_id, rating_sum, rating_count from new_rows where band is not null and rating_count > 0
      ) both_rows cross join lateral (values (genre_id), (mood_id)) kinds(id)
      where kinds.id is not null group by kinds.id
      having sum(sign * media_hundredths(rating_sum, rating_count)) <> 0 or sum(sign) <> 0
    loop
      perform add_to_category_ratings(change.id, change.hundredths, change.media);
    end loop;
  else
    for change in
      select kinds.id, -sum(media_hundredths(rating_sum, rating_count)) as hundredths, -count(*) as media
      from old_rows cross join lateral (values (genre_id), (mood_id)) kinds(id)
      where band is not null and rating_count > 0 and kinds.id is not null group by kinds.id
    loop
      perform add_to_category_ratings(change.id, change.hundredths, change.media);
    end loop;
  end if;
  return null;
end $$;
create trigger rated_media_updated after update on media
  referencing old table as old_rows new table as new_rows for each statement execute function count_category_ratings();
create trigger rated_media_deleted after delete on media
  referencing old table as old_rows for each statement execute function count_category_ratings();
