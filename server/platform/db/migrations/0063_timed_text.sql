-- Captions of a video, or lyrics of a song: plain lines that the server parsed, one row for each media that has any.
create table timed_texts (
  media_id uuid primary key references media (id) on delete cascade,
  -- Whose it is, as its media's: it goes with the account, and into the copy that its owner may ask for.
  musician_id uuid not null references users (id) on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  updated_at timestamptz not null default now()
);
create index timed_texts_musician on timed_texts (musician_id);
