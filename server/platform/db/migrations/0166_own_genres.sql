-- Up Migration
-- Genres that a musician names, and the slug of each (`genreSlug` of the contract). They don't affect the reviewers' lists,
-- because those use only genre_id.
alter table media
  add column genres text[] not null default '{}',
  add column genre_slugs text[] not null default '{}',
  add constraint media_genres_have_slugs check (cardinality(genres) = cardinality(genre_slugs));

-- The public media of each musicians' genre, in the two orders of lists.
create table genre_media (
  slug text not null,
  media_id uuid not null references media on delete cascade,
  name text not null,
  published_at timestamptz not null,
  rk int not null,
  type text not null,
  primary key (media_id, slug)
);
create index genre_media_newest on genre_media (slug, published_at desc, media_id desc) include (type);
create index genre_media_shuffle on genre_media (slug, rk, media_id) include (type);

create function genre_media_follow() returns trigger language plpgsql as $$
begin
  delete from genre_media where media_id = new.id;
  if new.band is not null then
    insert into genre_media (slug, media_id, name, published_at, rk, type)
    select own.slug, new.id, own.name, new.published_at, new.rk, new.type
    from unnest(new.genre_slugs, new.genres) own(slug, name);
  end if;
  return null;
end $$;
create trigger genre_media_inserted after insert on media
  for each row when (new.genre_slugs <> '{}') execute function genre_media_follow();
create trigger genre_media_updated after update on media
  for each row when (
    (old.genre_slugs <> '{}' or new.genre_slugs <> '{}')
    and (old.genres, old.genre_slugs, old.published_at, old.rk, old.type, old.band is null)
      is distinct from (new.genres, new.genre_slugs, new.published_at, new.rk, new.type, new.band is null))
  execute function genre_media_follow();

-- Figures of the media in each musicians' genre that aren't in the reviewers' genre of the same name. A loop updates them;
-- names, counts and averages are read from here.
create table own_genres (
  slug text primary key,
  -- The most frequent spelling among its media.
  name text not null,
  media int not null,
  plays bigint not null,
  -- The sum of the means of its rated media, in hundredths of a star, and how many are rated.
  rating_hundredths bigint not null,
  rated_media int not null
);
create index own_genres_beginnings on own_genres (slug text_pattern_ops) include (media);

create function public_rows_added() returns trigger language plpgsql as $$
begin
  if exists (select 1 from new_rows) then update public_version set n = n + 1; end if;
  return null;
end $$;
create trigger public_own_genres_inserted after insert on own_genres
  referencing new table as new_rows for each statement execute function public_rows_added();
create trigger public_own_genres_updated after update on own_genres
  referencing old table as old_rows for each statement execute function public_rows_changed();
create trigger public_own_genres_deleted after delete on own_genres
  referencing old table as old_rows for each statement execute function public_rows_changed();

-- As before, with musicians' genres: their words are searched like tags, and their slugs are facets.
create or replace view search_documents as
select m.id,
  search_quality(m.band, m.score_sum, m.play_count, m.published_at) as quality,
  -- The compatibility forms of a text can be many times longer than the text, and an index limits its entries.
  left(search_plain(m.title), 200) as title,
  search_part(search_words(m.title) || search_extras(m.title), 'A')
    || search_part(search_words(array_to_string(m.tags || m.genres, ' ')) || search_extras(array_to_string(m.tags || m.genres, ' ')), 'B')
    || search_part(search_words(concat_ws(' ', u.display_name, u.username::text)) || search_extras(u.display_name), 'B')
    || search_part(search_words(m.description), 'D')
    || array_to_tsvector(array_remove(array[
      '_' || m.type,
      case when m.band >= 2 then '_curated' end,
      case when m.allow_curation and m.verdict is null then '_review' end,
      '_g' || m.genre_id, '_m' || m.mood_id, search_cell(u.latitude, u.longitude)], null)
      || array(select '_o' || slug from unnest(m.genre_slugs) slug)
      || array(select distinct search_tag(tag) from unnest(m.tags) tag)) as tsv,
  u.latitude, u.longitude
from media m join users u on u.id = m.musician_id
where m.band is not null;

drop trigger search_updated on media;
create constraint trigger search_updated after update on media deferrable initially deferred
  for each row when (
    (old.band is not null or new.band is not null)
    and (old.title, old.description, old.tags, old.genres, old.genre_slugs, old.type, old.musician_id, old.band, old.score_sum,
      old.verdict, old.genre_id, old.mood_id, old.allow_curation, old.published_at, search_magnitude(old.play_count))
    is distinct from (new.title, new.description, new.tags, new.genres, new.genre_slugs, new.type, new.musician_id, new.band,
      new.score_sum, new.verdict, new.genre_id, new.mood_id, new.allow_curation, new.published_at,
      search_magnitude(new.play_count)))
  execute function search_media_changed();

drop index media_hidden_words;
drop function hidden_words(text, text[], text);
create function hidden_words(title text, tags text[], genres text[], description text) returns tsvector
immutable parallel safe cost 500 language sql set search_path from current as $$
  select search_part(search_words(coalesce(title, '')) || search_extras(coalesce(title, '')), 'A')
    || search_part(search_words(concat_ws(' ', array_to_string(tags || genres, ' '), description))
      || search_extras(array_to_string(tags || genres, ' ')), 'D')
    || array_to_tsvector(array(select distinct search_tag(tag) from unnest(tags) tag))
$$;
create index media_hidden_words on media using gin (hidden_words(title, tags, genres, description)) with (fastupdate = off)
  where band is null;

-- The genres that were named for a file before it was sent.
alter table resumable_uploads add column genres text[] not null default '{}';
