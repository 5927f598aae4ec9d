-- Up Migration
-- Whoever is deleted is looked for by what refers to it: a source by the media that point to it, an account by its
-- sources. Without these each such deletion reads a whole table.
create index media_source_in_force on media (source_id);
create index media_next_source_on_its_way on media (next_source_id) where next_source_id is not null;
create index sources_of_user on sources (user_id);
create index media_curated_by on media (curated_by) where curated_by is not null;
create index media_rejected_by on media (rejected_by) where rejected_by is not null;
create index reviews_decided_by on reviews (decided_by) where decided_by is not null;
