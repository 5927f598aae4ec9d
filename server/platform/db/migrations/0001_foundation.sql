-- Up Migration
create extension if not exists citext;
create extension if not exists unaccent;

-- Secrets of this installation, made at the first start and shared by all its processes.
create table secrets (
  name text primary key,
  value text not null
);

create table users (
  id uuid primary key,
  username citext unique check (username ~ '^[A-Za-z0-9]{1,30}$'),
  first_name text not null,
  last_name text not null,
  display_name text not null,
  email citext not null unique,
  original_email citext not null,
  password_hash text,
  role text not null default 'user' check (role in ('user', 'admin')),
  is_curator boolean not null default false,
  type text not null default 'Musician' check (type in ('Musician', 'Listener')),
  plan text not null,
  title text not null default '',
  bio text not null default '',
  city text not null default '',
  state text not null default '',
  profile_image_version int not null default 0,
  is_master_chef boolean not null default false,
  play_count bigint not null default 0,
  view_count bigint not null default 0,
  share_count bigint not null default 0,
  subscription_count bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3)
);
create index users_newest on users (created_at desc, id desc);
create index users_by_name on users (lower(display_name) text_pattern_ops);
create index users_curators on users (id) where is_curator and deleted_at is null;
create index users_admins on users (id) where role = 'admin' and deleted_at is null;

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_expired on sessions (expires_at);

-- Losing these at a crash is harmless: the windows are minutes long.
create unlogged table rate_limits (
  key text primary key,
  window_ends timestamptz(3) not null,
  taken int not null
);
create index rate_limits_over on rate_limits (window_ends);

create unlogged table idempotency_keys (
  user_id uuid not null,
  key text not null,
  endpoint text not null,
  request_hash bytea not null,
  status int,
  reply jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_old on idempotency_keys (created_at);

create table categories (
  id uuid primary key,
  kind text not null check (kind in ('genre', 'mood')),
  name text not null,
  slug text not null,
  position int not null,
  image_version int not null default 0,
  play_count bigint not null default 0,
  rating_sum bigint not null default 0,
  rating_count bigint not null default 0,
  unique (kind, slug)
);
create unique index categories_by_name on categories (kind, lower(name));
create index categories_in_order on categories (kind, position);

create table media (
  id uuid primary key,
  musician_id uuid not null references users on delete cascade,
  title text not null check (length(title) between 1 and 200),
  description text not null default '' check (length(description) <= 5000),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  type text not null check (type in ('song', 'video')),
  production_type text check (production_type in ('Digital', 'Live Instruments')),
  filename text not null,

  status text not null default 'queued'
    check (status in ('queued', 'probing', 'transcoding', 'finishing', 'complete', 'failed')),
  progress smallint not null default 0 check (progress between 0 and 100),
  error_id text,
  error_message text,
  check ((status = 'failed') = (error_message is not null)),

  source_id uuid,
  length_seconds double precision,
  width int,
  height int,
  loudness_lufs real,
  true_peak_dbtp real,
  -- What a player chooses from, best first: [{ key, type, codecs, bitrate, width, height }]; a copy of the renditions.
  playback jsonb not null default '[]',
  poster text,
  artwork_version int not null default 0,
  background text,
  position int,

  published boolean not null default false,
  published_at timestamptz(3),
  allow_curation boolean not null default false,
  first_submitted_at timestamptz(3),
  allow_perfectly_seasoned boolean not null default true,
  pinned boolean not null default false,
  pinned_at timestamptz(3),

  -- The verdict in force; its history is in reviews.
  verdict text check (verdict in ('curated', 'rejected')),
  storytelling smallint check (storytelling between 0 and 100),
  execution smallint check (execution between 0 and 100),
  thumbnail_art smallint check (thumbnail_art between 0 and 100),
  curation_message text,
  genre_id uuid references categories on delete set null,
  mood_id uuid references categories on delete set null,
  genre_curated_at timestamptz(3),
  mood_curated_at timestamptz(3),
  curated_by uuid references users on delete set null,
  curated_at timestamptz(3),
  rejected_by uuid references users on delete set null,
  rejected_at timestamptz(3),

  rating_sum bigint not null default 0,
  rating_count int not null default 0,
  remember_count int not null default 0,
  play_count bigint not null default 0,
  share_count int not null default 0,
  comment_count int not null default 0,

  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),

  -- A random place in every shuffle.
  rk int not null default floor(random() * 2147483648)::int,
  score_sum smallint generated always as (storytelling + execution + thumbnail_art) stored,
  -- Public visibility and band in one: null hidden, 0 no score, 1 rejected, 2 C, 3 B, 4 A kept out of Perfectly
  -- Seasoned by its reviewer, 5 Perfectly Seasoned. Thirds are compared as whole numbers: 85 is a sum of 255.
  band smallint generated always as (
    case
      when status <> 'complete' or not published then null
      when verdict = 'rejected' then 1
      when verdict is null or storytelling + execution + thumbnail_art < 180 then 0
      when storytelling + execution + thumbnail_art < 210 then 2
      when storytelling + execution + thumbnail_art < 255 then 3
      when not allow_perfectly_seasoned then 4
      else 5
    end
  ) stored,

  check (not published or status = 'complete'),
  check (published = (published_at is not null)),
  check (not allow_curation or published),
  check (num_nulls(storytelling, execution, thumbnail_art) in (0, 3)),
  check ((verdict = 'rejected') is true = (rejected_at is not null)),
  check (verdict is distinct from 'rejected' or (genre_id is null and mood_id is null)),
  check (verdict is distinct from 'curated' or storytelling + execution + thumbnail_art >= 180),
  check (not pinned or (published and verdict = 'curated' and storytelling + execution + thumbnail_art >= 270)),
  check ((genre_id is null) = (genre_curated_at is null)),
  check ((mood_id is null) = (mood_curated_at is null))
);

-- Lists in order of time; the other facets are filtered inside the index.
create index media_newest on media (published_at desc, id desc) include (genre_id, mood_id, type, band) where band is not null;
create index media_genre_newest on media (genre_id, published_at desc, id desc, mood_id, type, band) where band is not null;
create index media_mood_newest on media (mood_id, published_at desc, id desc, genre_id, type, band) where band is not null;
create index media_band_newest on media (band, published_at desc, id desc, type) where band >= 3;
-- Shuffled lists: ranges of rk in the order of a seed.
create index media_shuffle on media (rk, id, genre_id, mood_id, type, band) where band is not null;
create index media_genre_shuffle on media (genre_id, rk, id, mood_id, type, band) where band is not null;
create index media_mood_shuffle on media (mood_id, rk, id, genre_id, type, band) where band is not null;
create index media_band_shuffle on media (band, rk, id, type) where band >= 3;
-- A musician's own, an administrator's table, the pinned one, the review queue.
create index media_of_musician on media (musician_id, created_at desc, id desc) include (type, band);
create index media_created on media (created_at desc, id desc);
create unique index media_pinned on media (pinned) where pinned;
create index media_under_review on media (first_submitted_at, id) where allow_curation and published and verdict is null;
create index media_chef on media (musician_id) where verdict = 'curated' and score_sum >= 270 and published;

-- An uploaded original with what we found in it. The media points to the one in force.
create table sources (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  storage_key text not null unique,
  sha256 bytea not null,
  bytes bigint not null check (bytes > 0),
  mime text not null,
  demuxer text not null,
  filename text not null,
  probe jsonb,
  report jsonb,
  -- 0 to 255 each.
  peaks bytea,
  created_at timestamptz(3) not null default now()
);
create index sources_of_media on sources (media_id);
create index sources_by_hash on sources (sha256);
alter table media add constraint media_source foreign key (source_id) references sources deferrable initially deferred;

create table renditions (
  id uuid primary key,
  source_id uuid not null references sources on delete cascade,
  role text not null,
  storage_key text not null unique,
  mime text not null,
  codecs text not null default '',
  bitrate int,
  width int,
  height int,
  bytes bigint not null,
  sha256 bytea not null,
  duration double precision,
  created_at timestamptz(3) not null default now()
);
create index renditions_of_source on renditions (source_id);

-- What the uploader watches.
create table uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  media_id uuid references media on delete cascade,
  removed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index uploads_shown on uploads (user_id, file_name) where removed_at is null;
create index uploads_of_media on uploads (media_id);

-- What counts against a plan. Deleting a media gives nothing back; a failed one is refunded.
create table upload_ledger (
  media_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  refunded_at timestamptz(3)
);
create index upload_ledger_of_user on upload_ledger (user_id, created_at) where refunded_at is null;

-- Files that nothing refers to any more wait here before they are removed.
create table doomed_files (
  prefix text primary key,
  doomed_at timestamptz(3) not null default now()
);

create table reviews (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  reviewer_id uuid references users on delete set null,
  submitted_at timestamptz(3) not null,
  drawn_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references users on delete set null,
  outcome text check (outcome in ('curated', 'rejected', 'withdrawn')),
  storytelling smallint,
  execution smallint,
  thumbnail_art smallint,
  words text,
  check ((decided_at is null) = (outcome is null))
);
create unique index reviews_open on reviews (media_id) where decided_at is null;
create index reviews_queue on reviews (reviewer_id, due_at) where decided_at is null;
create index reviews_due on reviews (due_at) where decided_at is null;
create index reviews_of_media on reviews (media_id, decided_at);

-- Append-only: what happened; a job folds it into counters and daily sums.
create table stat_events (
  id bigint generated always as identity primary key,
  title text not null,
  media_id uuid,
  musician_id uuid,
  user_id uuid,
  visitor text not null,
  at timestamptz(3) not null default now()
);

create table stat_days (
  day date not null,
  title text not null,
  musician_id uuid not null references users on delete cascade,
  media_id uuid,
  n bigint not null
);
create unique index stat_days_once on stat_days (musician_id, title, day, media_id) nulls not distinct;
create index stat_days_by_media on stat_days (media_id);

-- Mail is written in the transaction that causes it.
create table outbox (
  id uuid primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  html text not null,
  kind text not null,
  dedupe_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_queued on outbox (created_at) where state = 'queued';

create table system_message (
  id uuid primary key,
  only_one boolean not null default true unique check (only_one),
  message text not null check (message <> ''),
  action_link text,
  disappear_after_login boolean not null default false,
  updated_at timestamptz(3) not null default now(),
  updated_by uuid references users on delete set null
);
