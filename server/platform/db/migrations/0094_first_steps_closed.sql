-- Up Migration
-- Since when a musician is not shown the first steps any more: all of them were done once, or their owner closed them.
alter table users add column first_steps_closed_at timestamptz(3);
