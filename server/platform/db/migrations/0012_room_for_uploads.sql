-- Up Migration
-- Files that nothing refers to wait here until they are removed: each row now says when that is due.
alter table doomed_files rename to pending_deletions;
alter table pending_deletions rename constraint doomed_files_pkey to pending_deletions_pkey;
alter table pending_deletions rename column doomed_at to due_at;
update pending_deletions set due_at = due_at + interval '24 hours';
alter table pending_deletions alter column due_at set default now() + interval '24 hours';
create index pending_deletions_due on pending_deletions (due_at);

-- Room on the disk that was promised to files on their way: so many bytes, of which so many are there. A promise is
-- good until its time, which moves on as bytes come; what dies takes nothing away for longer than that. A resumable
-- upload (the same id) may ask for its promise again, a form that is late is dead.
create table upload_reservations (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  resumable boolean not null,
  bytes bigint not null check (bytes >= 0),
  received bigint not null default 0 check (received >= 0),
  until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index upload_reservations_of_user on upload_reservations (user_id);
create index upload_reservations_until on upload_reservations (until);
insert into upload_reservations (id, user_id, resumable, bytes, until, created_at)
  select id, user_id, true, bytes, now(), created_at from resumable_uploads where media_id is null;

-- How often an account's files could not be processed: kept for a day, and also when the media is deleted.
create table upload_failures (
  media_id uuid not null,
  attempt int not null,
  user_id uuid not null references users on delete cascade,
  failed_at timestamptz(3) not null default now(),
  primary key (media_id, attempt)
);
create index upload_failures_of_user on upload_failures (user_id, failed_at);
create index upload_failures_at on upload_failures (failed_at);

-- Set when the original of a failed media is no longer kept: it can be looked at, but not processed again.
alter table sources add column original_removed_at timestamptz(3);
create index media_failed on media (musician_id, updated_at) where status = 'failed';
