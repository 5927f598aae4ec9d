-- Up Migration
-- How many subscribed since the last mail that told of it: not all who ever did are looked at for that.
create index follows_confirmed on follows (musician_id, confirmed_at) where confirmed_at is not null;
