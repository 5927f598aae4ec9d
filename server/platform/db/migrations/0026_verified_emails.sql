-- Up Migration
-- When somebody proved that mail to an account's address reaches them. Who is here already need not.
alter table users add column email_verified_at timestamptz(3);
update users set email_verified_at = now() where deleted_at is null;

alter table mailed_tokens drop constraint mailed_tokens_purpose_check;
alter table mailed_tokens add constraint mailed_tokens_purpose check (purpose in ('reset', 'verify'));

-- Another address proves itself anew, and what was mailed to the one before opens nothing any more.
create function email_changed() returns trigger language plpgsql as $$
begin
  if new.email_verified_at is not distinct from old.email_verified_at then new.email_verified_at := null; end if;
  delete from mailed_tokens where user_id = new.id;
  return new;
end $$;
create trigger users_email_changed before update of email on users for each row
  when (new.email is distinct from old.email) execute function email_changed();
