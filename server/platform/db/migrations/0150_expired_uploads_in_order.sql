-- Up Migration
-- The sweep goes through uploads whose time is over in this order, some at a time.
drop index resumable_uploads_expired;
create index resumable_uploads_expired on resumable_uploads (expires_at, id);
