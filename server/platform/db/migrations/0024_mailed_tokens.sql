-- Up Migration
-- What a mailed link opens once: a new password. The token itself stands in the mail alone.
create table mailed_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index mailed_tokens_of_user on mailed_tokens (user_id, purpose);
create index mailed_tokens_ended on mailed_tokens (expires_at);
