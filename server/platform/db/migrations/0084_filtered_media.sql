-- What the administrators' table of media is filtered by: each part in the order of the table, and counted without reading
-- the rest.
create index media_under_review_created on media (created_at desc, id desc)
  where allow_curation and published and verdict is null;
create index media_rejected_created on media (created_at desc, id desc) where verdict = 'rejected';
create index media_unpublished_created on media (created_at desc, id desc) where not published;
create index media_published_created on media (created_at desc, id desc) where published;
