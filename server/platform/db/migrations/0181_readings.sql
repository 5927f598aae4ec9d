-- Up Migration
-- What reviewers gave for a submission, as they gave it. The published score follows from one or two readings.
create table readings (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  review_id uuid not null references reviews on delete cascade,
  -- The file that was heard. Not a reference, because a reading outlives a replaced file.
  source_id uuid not null,
  reviewer_id uuid references users on delete set null,
  -- The first reading, or why there is another one: the first was near the border of a band, or by lot.
  purpose text not null check (purpose in ('first', 'border', 'random')),
  -- Whether the reviewer was drawn. Others chose the submission themselves.
  drawn boolean not null,
  storytelling smallint not null check (storytelling between 0 and 100),
  execution smallint not null check (execution between 0 and 100),
  thumbnail_art smallint not null check (thumbnail_art between 0 and 100),
  words text,
  -- Where the reviewer would place it.
  genre_id uuid references categories on delete set null,
  mood_id uuid references categories on delete set null,
  perfectly_seasoned boolean,
  given_at timestamptz(3) not null default now()
);
create unique index readings_once on readings (review_id, reviewer_id, source_id);
create index readings_of_media on readings (media_id, given_at);
create index readings_given on readings (given_at);
create index readings_of_genre on readings (genre_id) where genre_id is not null;
create index readings_of_mood on readings (mood_id) where mood_id is not null;
create index readings_of_reviewer on readings (reviewer_id, given_at);

insert into readings (id, media_id, review_id, source_id, reviewer_id, purpose, drawn, storytelling, execution,
    thumbnail_art, words, given_at)
  select gen_random_uuid(), r.media_id, r.id, m.source_id, r.decided_by, 'first', r.reviewer_id is not distinct from r.decided_by,
    r.storytelling, r.execution, r.thumbnail_art, r.words, r.decided_at
  from reviews r join media m on m.id = r.media_id
  where r.opened_at is not null and r.decided_by is not null and r.outcome in ('curated', 'rejected')
    and r.storytelling is not null and r.execution is not null and r.thumbnail_art is not null and m.source_id is not null;

-- Why the open review needs a second reading; null before the first one, and if one is enough.
alter table reviews add column second text check (second in ('border', 'random'));
