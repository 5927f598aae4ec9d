-- Up Migration
-- A resumable upload that grows in the store itself (S3): the name that the store gave it, and its parts in their order,
-- [{"bytes": 8388608, "etag": "…"}]. The last one may lie beside it, without an etag, until it is large enough to be a part.
alter table resumable_uploads add column growing text;
alter table resumable_uploads add column parts jsonb not null default '[]';
