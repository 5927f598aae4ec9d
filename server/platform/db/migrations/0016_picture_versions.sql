-- Up Migration
-- A version of a picture is the second in which it was made and a random part behind it, so that nobody can ask a cache
-- for its address before it exists.
alter table users alter column profile_image_version type bigint;
alter table categories alter column image_version type bigint;
alter table media alter column artwork_version type bigint;
