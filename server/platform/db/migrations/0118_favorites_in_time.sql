-- Up Migration
-- A musician is told of the favorites of twelve months: of a media, those of a time. Whatever asked by media alone asks so still.
create index favorites_of_media_in_time on favorites (media_id, created_at);
drop index favorites_of_media;
