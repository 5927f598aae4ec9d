-- Up Migration
-- A guest's subscription is the account's that proved the same address, whichever of the two was there first.
create trigger users_attach_follows_new after insert on users
  for each row when (new.email_verified_at is not null) execute function attach_follows();

create function attach_follow() returns trigger language plpgsql as $$
declare
  account uuid;
begin
  select id into account from users where email = new.email and email_verified_at is not null and deleted_at is null;
  if account = new.musician_id
    or exists (select 1 from follows own where own.subscriber_id = account and own.musician_id = new.musician_id) then
    delete from follows where id = new.id;
  elsif account is not null then
    update follows set subscriber_id = account, email = null where id = new.id;
  end if;
  return null;
end $$;
create trigger follows_attach after update of confirmed_at on follows
  for each row when (new.email is not null and new.confirmed_at is not null and old.confirmed_at is null)
  execute function attach_follow();

delete from follows f using users u
where f.email = u.email and f.confirmed_at is not null and u.email_verified_at is not null and u.deleted_at is null
  and (f.musician_id = u.id
    or exists (select 1 from follows own where own.subscriber_id = u.id and own.musician_id = f.musician_id));
update follows f set subscriber_id = u.id, email = null from users u
where f.email = u.email and f.confirmed_at is not null and u.email_verified_at is not null and u.deleted_at is null;
