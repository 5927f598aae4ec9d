-- Up Migration
-- The time of the last failure to draw an account's feed artwork. The picture waits, behind those that weren't tried yet.
alter table users add column feed_drawing_failed_at timestamptz(3);

drop index users_to_draw;
create index users_to_draw on users (feed_drawing_failed_at nulls first, id)
  where feed_drawing = 'wanted' and not has_large_image and deleted_at is null;
