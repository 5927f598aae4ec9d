-- Up Migration
-- The town of a show, as its musician wrote it: "Memphis, TN", or any other place of the world.
alter table performances add column town text not null default '';
