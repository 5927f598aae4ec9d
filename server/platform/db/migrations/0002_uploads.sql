-- Up Migration
-- The title that we guessed from the file's name, so that the file's own tags replace only what nobody wrote.
alter table sources add column title_guess text not null default '';

-- Resumable uploads that are not whole yet: whose they are, and until when they may go on.
create table resumable_uploads (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  bytes bigint not null,
  -- Set in the transaction that made the media, so that a last answer that got lost can be given again.
  media_id uuid,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index resumable_uploads_of_user on resumable_uploads (user_id);
create index resumable_uploads_expired on resumable_uploads (expires_at);
