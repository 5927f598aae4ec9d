-- Up Migration
-- What a musician tells of themselves. Money in cents; the place is where the city is, for whoever looks for musicians near by.
alter table users
  add column experience int check (experience between 0 and 100),
  add column hourly_rate_cents int check (hourly_rate_cents >= 0),
  add column self_taught boolean not null default false,
  add column latitude real check (latitude between -90 and 90),
  add column longitude real check (longitude between -180 and 180),
  add check ((latitude is null) = (longitude is null));

create table albums (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  title text not null check (title <> ''),
  release_date date not null,
  website_url text not null default '' check (website_url ~ '^(https?://|$)'),
  credits text not null default '',
  image_version bigint not null default 0
);
create index albums_of_user on albums (user_id, position);

create table bands (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  name text not null check (name <> ''),
  start_date date not null,
  end_date date check (end_date >= start_date),
  current_member boolean not null default false check (current_member = (end_date is null)),
  notes text not null default '',
  image_version bigint not null default 0
);
create index bands_of_user on bands (user_id, position);

create table professions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  company text not null check (company <> ''),
  title text not null check (title <> ''),
  start_date date not null,
  end_date date check (end_date >= start_date),
  current_employee boolean not null default false check (current_employee = (end_date is null))
);
create index professions_of_user on professions (user_id, position);
create index professions_by_title on professions (lower(title) text_pattern_ops);

create table schools (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  name text not null check (name <> ''),
  field text not null default '',
  degree text not null default '',
  start_date date not null,
  end_date date check (end_date >= start_date),
  current_student boolean not null default false check (current_student = (end_date is null)),
  loc text not null default ''
);
create index schools_of_user on schools (user_id, position);
create index schools_by_name on schools (lower(name) text_pattern_ops);

create table donation_methods (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  app_name text not null check (app_name in ('Cash App', 'Venmo', 'PayPal.me', 'Zelle', 'PayPal')),
  username text not null check (username <> '')
);
create index donation_methods_of_user on donation_methods (user_id, position);

create table contact_methods (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  position int not null,
  title text not null check (title <> ''),
  info text not null check (info <> '')
);
create index contact_methods_of_user on contact_methods (user_id, position);

-- Visitors are shown all of it.
create trigger public_albums_changed after insert or update or delete on albums
  for each statement execute function public_changed();
create trigger public_bands_changed after insert or update or delete on bands
  for each statement execute function public_changed();
create trigger public_professions_changed after insert or update or delete on professions
  for each statement execute function public_changed();
create trigger public_schools_changed after insert or update or delete on schools
  for each statement execute function public_changed();
create trigger public_donation_methods_changed after insert or update or delete on donation_methods
  for each statement execute function public_changed();
create trigger public_contact_methods_changed after insert or update or delete on contact_methods
  for each statement execute function public_changed();
