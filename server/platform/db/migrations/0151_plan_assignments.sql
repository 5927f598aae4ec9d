-- Up Migration
-- Plans that administrators assigned and their accounts were not told of yet. One row for several changes that follow each
-- other: what is told is the last one, and nothing where all is as it was.
create table plan_assignments (
  user_id uuid primary key references users(id) on delete cascade,
  plan_before text not null,
  assigned_at timestamptz not null default now()
);
