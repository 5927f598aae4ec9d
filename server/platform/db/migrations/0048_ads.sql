-- Up Migration
-- When ads play (seconds); one row.
create table ad_settings (
  only_one boolean primary key default true check (only_one),
  enabled boolean not null default false,
  play_interval int not null default 600 check (play_interval > 0),
  play_during int not null default 0 check (play_during >= 0),
  play_during_min_time int not null default 0 check (play_during_min_time >= 0)
);
insert into ad_settings default values;
-- Pages for visitors say whether there are ads.
create trigger public_ad_settings_changed after insert or update or delete on ad_settings
  for each statement execute function public_changed();

create table ads (
  id uuid primary key,
  type text not null check (type in ('poster', 'media')),
  title text not null check (length(title) between 1 and 200),
  -- Whose it is: an account's, or of somebody with an address.
  owner_id uuid references users on delete cascade,
  owner_email citext,
  display_length int check (display_length between 1 and 3600),
  skip_after int check (skip_after between 0 and 3600),
  info_url text not null default '',
  info_url_text text not null default '',
  price_cents bigint check (price_cents >= 0),
  position int not null,
  filename text not null,
  -- A clip is a source, in force or on its way; a poster a picture.
  source_id uuid references sources deferrable initially deferred,
  next_source_id uuid references sources deferrable initially deferred,
  image_version bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  check (num_nonnulls(owner_id, owner_email) = 1),
  check ((type = 'poster') = (display_length is not null)),
  check ((type = 'poster') = (image_version > 0)),
  check (num_nonnulls(source_id, next_source_id) = case type when 'media' then 1 else 0 end)
);
create index ads_in_order on ads (position, id);
create index ads_of_owner on ads (owner_id);
create index ads_of_source on ads (source_id);
create index ads_of_next_source on ads (next_source_id);
create trigger ad_sources after delete on ads for each row execute function delete_sources_of('ad');

-- What an ad is to reach within its window, and what it reached. Another window is another row.
create table ad_goals (
  id uuid primary key,
  ad_id uuid not null references ads on delete cascade,
  type text not null check (type in ('date', 'impressions')),
  start_at timestamptz(3) not null,
  end_at timestamptz(3),
  impression_limit int check (impression_limit > 0),
  impressions int not null default 0,
  clicks int not null default 0,
  skips int not null default 0,
  skip_seconds double precision not null default 0,
  created_at timestamptz(3) not null default now(),
  -- Another goal took its place.
  closed_at timestamptz(3),
  -- Its owner was mailed its end.
  reported_at timestamptz(3),
  check ((type = 'date') = (end_at is not null)),
  check ((type = 'impressions') = (impression_limit is not null)),
  check (end_at > start_at),
  check (impressions <= impression_limit)
);
create unique index ad_goals_open on ad_goals (ad_id) where closed_at is null;
create index ad_goals_of_ad on ad_goals (ad_id, created_at);

-- Who is shown what: for a day, so that each counts once and nobody sees one too often.
create table ad_showings (
  id uuid primary key,
  goal_id uuid not null references ad_goals on delete cascade,
  ad_id uuid not null references ads on delete cascade,
  -- An account, or a browser without one.
  listener text not null,
  shown_at timestamptz(3) not null default now(),
  -- Until then an impression is kept for it.
  reserved_until timestamptz(3) not null,
  counted_at timestamptz(3),
  clicked_at timestamptz(3),
  skipped_at timestamptz(3)
);
create index ad_showings_of_listener on ad_showings (listener, shown_at);
create index ad_showings_of_goal on ad_showings (goal_id, reserved_until) where counted_at is null;
create index ad_showings_of_ad on ad_showings (ad_id, reserved_until);
create index ad_showings_old on ad_showings (shown_at);
