-- Up Migration
-- The dominant colour of a profile's picture, for the zone; of pictures that are there already it is found with the next one.
alter table users add column zone_colour text check (zone_colour ~ '^#[0-9a-f]{6}$');
