-- Up Migration
-- What an account wants mail about. Who never chose has no row, and gets all.
create table email_settings (
  user_id uuid primary key references users on delete cascade,
  comments boolean not null,
  messages boolean not null,
  profile_updates boolean not null,
  follower_updates boolean not null,
  newsletter boolean not null,
  curation boolean not null,
  spotlight boolean not null,
  none boolean not null,
  check (not (none and (comments or messages or profile_updates or follower_updates or newsletter or curation or spotlight)))
);
