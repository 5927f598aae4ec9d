-- Up Migration
-- Squares of 1400 to 3000 pixels, which podcast directories require. Earlier pictures have none, because their originals
-- were not kept.
alter table users
  add column has_large_image boolean not null default false,
  -- The picture that is drawn for the feed of an account with media.
  add column feed_drawing text not null default 'none' check (feed_drawing in ('none', 'wanted', 'made'));
alter table albums add column has_large_image boolean not null default false;
alter table media add column has_large_artwork boolean not null default false;

update users set feed_drawing = 'wanted'
where deleted_at is null and exists (select 1 from media where musician_id = users.id and source_id is not null);

create index users_to_draw on users (id)
  where feed_drawing = 'wanted' and not has_large_image and deleted_at is null;
