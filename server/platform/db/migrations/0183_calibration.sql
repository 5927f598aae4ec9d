-- Up Migration
-- What the readings of all reviewers say about each of them. Each fit replaces all of it.
create table calibration (
  -- A sub-score, or `average` for the mean of the three.
  series text primary key check (series in ('storytelling', 'execution', 'thumbnailArt', 'average')),
  mean real not null,
  -- Standard deviations in points.
  item_sd real not null,
  severity_sd real not null,
  error_sd real not null,
  readings int not null,
  -- How many songs and videos have two readings or more.
  pairs int not null,
  fitted_at timestamptz(3) not null default now()
);
create table reviewer_calibration (
  user_id uuid not null references users on delete cascade,
  series text not null,
  -- How many points lower than others the reviewer scores, and the standard error of this estimate.
  severity real not null,
  severity_se real not null,
  -- Standard deviation of the reviewer's scores around what they would be on average.
  spread real not null,
  readings int not null,
  primary key (user_id, series)
);
-- The severity in each week, by which a drift shows.
create table reviewer_calibration_weeks (
  user_id uuid not null references users on delete cascade,
  -- Its Monday.
  week date not null,
  severity real not null,
  severity_se real not null,
  readings int not null,
  primary key (user_id, week)
);
