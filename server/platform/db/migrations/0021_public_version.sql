-- Up Migration
-- What visitors are shown is kept ready by web processes for as long as this number stays what it is: each transaction
-- that changes any of it makes it one more, so that nothing kept is believed once the change is there to be read.
create table public_version (
  only_one boolean primary key default true check (only_one),
  n bigint not null default 0
);
insert into public_version default values;

create function public_changed() returns trigger language plpgsql as $$
begin
  update public_version set n = n + 1;
  return null;
end $$;

-- Of media, what is hidden before and after changes nothing that a visitor sees.
create function public_media_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (select 1 from old_rows where band is not null) and not exists (select 1 from new_rows where band is not null)
      then return null; end if;
  elsif tg_op = 'INSERT' then
    if not exists (select 1 from new_rows where band is not null) then return null; end if;
  else
    if not exists (select 1 from old_rows where band is not null) then return null; end if;
  end if;
  update public_version set n = n + 1;
  return null;
end $$;
create trigger public_media_inserted after insert on media
  referencing new table as new_rows for each statement execute function public_media_changed();
create trigger public_media_updated after update on media
  referencing old table as old_rows new table as new_rows for each statement execute function public_media_changed();
create trigger public_media_deleted after delete on media
  referencing old table as old_rows for each statement execute function public_media_changed();

create function public_rows_changed() returns trigger language plpgsql as $$
begin
  if exists (select 1 from old_rows) then update public_version set n = n + 1; end if;
  return null;
end $$;
create trigger public_users_updated after update on users
  referencing old table as old_rows for each statement execute function public_rows_changed();
create trigger public_users_deleted after delete on users
  referencing old table as old_rows for each statement execute function public_rows_changed();

create trigger public_categories_changed after insert or update or delete on categories
  for each statement execute function public_changed();
create trigger public_message_changed after insert or update or delete on system_message
  for each statement execute function public_changed();
create trigger public_list_counts_changed after insert or update or delete on list_counts
  for each statement execute function public_changed();
create trigger public_figures_changed after insert or update or delete on kept_figures
  for each statement execute function public_changed();
create trigger public_reviews_changed after update on reviews
  for each statement execute function public_changed();
