-- Up Migration
-- What administrators and reviewers did, when and to what. Nobody edits it: rows are added, and nothing else, whoever asks.
-- It names accounts by their ids alone, without a foreign key: the act stays when an account is deleted, its name goes.
create table audit_log (
  id uuid primary key,
  created_at timestamptz(3) not null default now(),
  actor_id uuid not null,
  act text not null check (act <> ''),
  subject_kind text not null,
  subject_id text not null,
  -- Of what is no account, as it was called then.
  subject_name text,
  details jsonb not null default '{}'
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_of_act on audit_log (act, created_at desc, id desc);

create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only.';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

-- Who may not sign in for now, and why: the last suspension of each account, also when it is over.
create table suspensions (
  user_id uuid primary key references users on delete cascade,
  reason text not null check (reason <> ''),
  -- Null: until somebody lifts it.
  ends_at timestamptz(3),
  suspended_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now()
);
create index suspensions_by on suspensions (suspended_by) where suspended_by is not null;
