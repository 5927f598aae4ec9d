-- Up Migration
-- Genres and moods of a new installation. They are data: an operator changes them here, not in the code.
insert into categories (id, kind, name, slug, position)
select gen_random_uuid(), kind, name, trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')), position - 1
from (
  select 'genre' as kind, * from unnest(array['Soul', 'R&B', 'Hip-Hop', 'Jazz', 'Blues', 'Folk', 'Country', 'Americana',
    'Rock', 'Indie', 'Punk', 'Metal', 'Pop', 'Electronic', 'House', 'Ambient', 'Afrobeat', 'Reggae', 'Latin', 'Classical'])
    with ordinality as genres(name, position)
  union all
  select 'mood', * from unnest(array['Dusk', 'Restless', 'Warm', 'Hopeful', 'Heavy', 'Tender', 'Focus', 'Bright', 'Dreamy',
    'Defiant', 'Late Night', 'Playful', 'Lonesome', 'Sunday', 'Rush', 'Calm'])
    with ordinality as moods(name, position)
) seeds;

-- How many public media each list has, by type; kept by a loop. Only the grain of shuffles and figures depend on it.
create table list_counts (
  list text not null check (list in ('all', 'curated', 'perfectly-seasoned', 'well-done')),
  -- Null for the list of everything.
  category_id uuid references categories on delete cascade,
  type text not null check (type in ('song', 'video')),
  n int not null,
  unique nulls not distinct (list, category_id, type)
);

-- Figures of the whole product that are too dear to count for a visitor; one row, kept by the same loop.
create table kept_figures (
  only_one boolean primary key default true check (only_one),
  plays bigint not null default 0,
  musicians int not null default 0
);
insert into kept_figures default values;
