-- Up Migration
-- What is not public, the latest first: administrators list it beside what is.
create index media_hidden on media (created_at desc, id desc) include (type, musician_id) where band is null;
