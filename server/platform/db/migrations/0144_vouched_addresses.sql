-- Up Migration
-- When whoever holds the account showed that they read mail at its address: signed in, by a new password by mail, or by the
-- word of the provider that made it. That somebody confirmed the address (email_verified_at) says less: an account may be
-- a stranger's who signed up with it.
alter table users add column vouched_at timestamptz(3);

-- Who confirmed before this keeps what they may do; but where something was linked before the address was confirmed, and
-- nobody who was signed in confirmed it since, a new password by mail still unlinks it.
update users u set vouched_at = email_verified_at
where deleted_at is null and not exists (
  select 1 from identities i where i.user_id = u.id and greatest(i.linked_at, i.vouched_at) < u.email_verified_at);
alter table identities drop column vouched_at;

alter table users add constraint users_vouched_is_verified check (vouched_at is null or email_verified_at is not null);

create or replace function email_changed() returns trigger language plpgsql as $$
begin
  if new.email_verified_at is not distinct from old.email_verified_at then new.email_verified_at := null; end if;
  if new.vouched_at is not distinct from old.vouched_at then new.vouched_at := null; end if;
  delete from mailed_tokens where user_id = new.id;
  return new;
end $$;
