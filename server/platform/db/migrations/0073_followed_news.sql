-- Up Migration
-- What each of those whom a listener follows published, the latest first.
create index media_of_musician_published on media (musician_id, published_at desc, id desc) where band is not null;
