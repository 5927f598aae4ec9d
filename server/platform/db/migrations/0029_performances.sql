-- Up Migration
-- Shows. Day and time are those of the venue's clocks; the two moments follow from them by the time zone's rules, so that
-- the clock alone decides what is past.
create table performances (
  id uuid primary key,
  performer_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 200),
  venue text not null default '',
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  date date not null,
  time time not null,
  time_zone text not null,
  starts_at timestamptz(3) not null,
  past_from timestamptz(3) not null check (past_from > starts_at),
  notes text not null default '',
  cost_cents int check (cost_cents >= 0),
  is_free boolean not null default false,
  num_performances int check (num_performances > 0),
  ticket_link text check (ticket_link ~ '^https?://'),
  place_website text check (place_website ~ '^https?://'),
  updated_at timestamptz(3) not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index performances_of_performer on performances (performer_id, starts_at, id);

create trigger public_performances_changed after insert or update or delete on performances
  for each statement execute function public_changed();
