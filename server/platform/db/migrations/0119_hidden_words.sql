-- Up Migration
-- Words and tags of a media that is not public, as those of public ones stand in search: of the title with the weight A.
-- Its dictionary is the product's own and does not change, so that an index may hold what this says; the path of names is
-- part of it because an index is built and restored under another one.
create function hidden_words(title text, tags text[], description text) returns tsvector
immutable parallel safe cost 500 language sql set search_path from current as $$
  select search_part(search_words(coalesce(title, '')), 'A')
    || search_part(search_words(concat_ws(' ', array_to_string(tags, ' '), description)), 'D')
    || array_to_tsvector(array(select distinct search_tag(tag) from unnest(tags) tag))
$$;
create index media_hidden_words on media using gin (hidden_words(title, tags, description)) with (fastupdate = off)
  where band is null;
