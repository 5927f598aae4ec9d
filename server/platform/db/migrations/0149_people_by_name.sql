-- Up Migration
-- Who is meant by the beginning of a name is looked for in three names of an account; one had an index.
create index users_by_username_start on users (lower(username::text) text_pattern_ops);
create index users_by_full_name on users (lower(first_name || ' ' || last_name) text_pattern_ops);
