-- Up Migration
-- What each account was told of new features.
create table feature_views (
  user_id uuid not null references users on delete cascade,
  feature text not null,
  viewed_at timestamptz(3) not null default now(),
  actually_viewed boolean not null,
  primary key (user_id, feature)
);
