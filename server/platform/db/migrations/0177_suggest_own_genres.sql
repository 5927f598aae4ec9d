-- Up Migration
-- Musicians' genres among the suggested names, after those of reviewers. A trigger writes them whenever they are counted
-- again, so that the functions that refresh suggestions needn't read all of them.
alter table suggestions drop constraint suggestions_kind_check;
alter table suggestions add constraint suggestions_kind_check
  check (kind in ('musician', 'tag', 'genre', 'own-genre', 'mood'));

-- Genres that reviewers have, too, are left out.
create function suggest_own_genre(genre own_genres) returns void language sql as $$
  insert into suggestions (kind, ref, key, label, popularity)
  select distinct on (key) 'own-genre', genre.slug, key, genre.name, genre.media from suggestion_keys(genre.name) key
  where key <> '' and not exists (
    select 1 from categories c where c.kind = 'genre' and (c.slug = genre.slug or lower(c.name) = lower(genre.name)))
$$;

create function own_genre_suggested() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from suggestions where kind = 'own-genre' and ref = old.slug;
  end if;
  if tg_op <> 'DELETE' then
    perform suggest_own_genre(new);
  end if;
  return null;
end $$;
create trigger own_genre_suggested after insert or delete on own_genres
  for each row execute function own_genre_suggested();
create trigger own_genre_renamed after update on own_genres
  for each row when ((old.name, old.media) is distinct from (new.name, new.media))
  execute function own_genre_suggested();

-- Two functions as before, but for the new kind. Reading all names again leaves the musicians' genres to the trigger.
do $$
declare
  changed record;
  former text;
begin
  for changed in
    select * from (values
      ('suggested_by_key(text, int)', '{musician,genre,mood,tag}', '{musician,genre,own-genre,mood,tag}'),
      ('suggestions_refresh(boolean)', 'select * from suggestions where everything', 'select * from suggestions where everything and kind <> ''own-genre'''))
      as changes(name, before, after)
  loop
    former := pg_get_functiondef(changed.name::regprocedure);
    if strpos(former, changed.before) = 0 then
      raise 'The function % is not as this migration expects it.', changed.name;
    end if;
    execute replace(former, changed.before, changed.after);
  end loop;
end $$;

select suggest_own_genre(genre) from own_genres genre;
