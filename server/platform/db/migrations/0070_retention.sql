-- Up Migration
-- Which parts of a media were heard, as the browser says after its play; null of everything else.
alter table stat_events add column heard int[];

-- How far people listen: of so many listens, how many heard each equal part of the media.
create table media_retention (
  media_id uuid primary key references media on delete cascade,
  listens bigint not null,
  parts bigint[] not null
);
