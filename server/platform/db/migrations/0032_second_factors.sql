-- Up Migration
-- Second factors. A secret counts once a code of it was entered; the step of time of its last code is used up.
create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  created_at timestamptz(3) not null default now(),
  confirmed_at timestamptz(3),
  last_step bigint
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_of_user on passkeys (user_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Sign-ins that wait for their second factor. Losing them at a crash is harmless: people begin anew.
create unlogged table pending_sign_ins (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  challenge text,
  tries int not null default 0,
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_of_user on pending_sign_ins (user_id);
create index pending_sign_ins_over on pending_sign_ins (expires_at);

create unlogged table new_key_challenges (
  user_id uuid primary key references users on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null
);
create index new_key_challenges_over on new_key_challenges (expires_at);
