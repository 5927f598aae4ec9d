-- Up Migration
-- Whoever is deleted is looked for by what refers to it: a source by the media that point to it, an account by its
-- sources. Without these each such deletion reads a whole table.
create index media_source_in_force on media (source_id);
create index media_next_source_on_its_way on media (next_source_id) where next_source_id is not null;
create index sources_of_user on sources (user_id);
