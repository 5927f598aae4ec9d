-- Up Migration
-- Accounts elsewhere with which somebody signs in here. An issuer's subject is one person for good, an address is not.
create table identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  email citext,
  linked_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (issuer, subject),
  unique (user_id, issuer)
);

-- Sign-ins that began here and go on at a provider. Losing them at a crash is harmless: people begin anew.
create unlogged table sign_in_flows (
  token_hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  verifier text not null,
  link_to uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_flows_over on sign_in_flows (expires_at);
create index sign_in_flows_of_user on sign_in_flows (link_to);
