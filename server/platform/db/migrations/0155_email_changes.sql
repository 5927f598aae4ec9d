-- Up Migration
-- A new address of an account waits until the link in a mail to it is opened. The former address can take the change back
-- for some days (undo_until), and no other account gets it in that time. The row of a superseded or cancelled change is
-- kept as long, because its undo link was mailed.
create table email_changes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  old_email citext not null,
  new_email citext not null,
  by_administrator boolean not null,
  -- What was known of the former address, for the undo.
  old_verified_at timestamptz(3),
  old_vouched_at timestamptz(3),
  requested_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  cancelled_at timestamptz(3),
  undo_until timestamptz(3),
  check (confirmed_at is null or cancelled_at is null)
);
create unique index email_changes_pending on email_changes (user_id) where confirmed_at is null and cancelled_at is null;
create index email_changes_of_user on email_changes (user_id);
create index email_changes_old on email_changes (old_email) where undo_until is not null;
create index email_changes_over on email_changes (greatest(expires_at, undo_until));

alter table mailed_tokens add column change_id uuid references email_changes on delete cascade;
create index mailed_tokens_of_change on mailed_tokens (change_id) where change_id is not null;
alter table mailed_tokens drop constraint mailed_tokens_purpose;
alter table mailed_tokens add constraint mailed_tokens_purpose check (
  purpose in ('reset', 'verify', 'confirm-email', 'undo-email') and (purpose in ('reset', 'verify')) = (change_id is null));

-- Links about a change of address outlive the change.
create or replace function email_changed() returns trigger language plpgsql as $$
begin
  if new.email_verified_at is not distinct from old.email_verified_at then new.email_verified_at := null; end if;
  if new.vouched_at is not distinct from old.vouched_at then new.vouched_at := null; end if;
  delete from mailed_tokens where user_id = new.id and change_id is null;
  return new;
end $$;

-- Otherwise an attacker who changed an account's address could sign up with the former one, and the undo would find it
-- taken. This runs after the row is written, because by then the unique index has waited for a concurrent change.
create function check_email_is_not_kept() returns trigger language plpgsql as $$
begin
  if exists (select 1 from email_changes where old_email = new.email and undo_until > now() and user_id <> new.id) then
    raise unique_violation using constraint = 'users_email_key', message = 'The address is kept for the undo of a change.';
  end if;
  return null;
end $$;
create trigger users_email_is_not_kept_new after insert on users for each row execute function check_email_is_not_kept();
create trigger users_email_is_not_kept after update of email on users for each row
  when (new.email is distinct from old.email) execute function check_email_is_not_kept();
