-- Up Migration
-- What happened to each submission, in order. The hash of an entry covers the hash of the one before it, so that a
-- changed or missing entry shows. A trail goes with its song or video; nobody changes or removes a single entry.
create table review_trail (
  media_id uuid not null references media on delete cascade,
  position int not null check (position > 0),
  -- JSON exactly as it was hashed. Accounts have their names of the review desk in it.
  entry text not null,
  -- JSON with a salt, which only some may see. The entry contains its hash.
  sealed text,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (media_id, position)
);
create function refuse_change_of_review_trail() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select 1 from media where id = old.media_id) then
    return old;
  end if;
  raise exception 'The trail of reviews is append-only.';
end $$;
create trigger review_trail_is_append_only before update or delete on review_trail
  for each row execute function refuse_change_of_review_trail();

-- The name of an account in trails and draws, which musicians see instead of the account's own.
create table desk_names (
  user_id uuid primary key references users on delete cascade,
  -- 40 random bits.
  name text not null unique default upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
);

-- Among whom reviewers are drawn. A version is the list of those who belonged to a pool at one time. Versions come from
-- a sequence, so that a version that was rolled back is never another list later.
create table review_pools (
  kind text primary key check (kind in ('reviewers', 'administrators')),
  version int not null default 0
);
create sequence review_pool_versions as int;
insert into review_pools (kind) values ('reviewers'), ('administrators');
create table review_pool_members (
  kind text not null references review_pools,
  name text not null,
  -- Not a reference, because earlier lists keep a deleted account's name.
  user_id uuid not null,
  -- The first version with the member, and the first one without, if there is one.
  since int not null,
  until int check (until > since),
  primary key (kind, name, since)
);
create unique index review_pool_members_now on review_pool_members (kind, user_id) where until is null;

create function change_review_pool(pool text, account uuid, belongs boolean) returns void language plpgsql as $$
declare
  next int;
begin
  if belongs = exists (select 1 from review_pool_members where kind = pool and user_id = account and until is null) then
    return;
  end if;
  update review_pools set version = nextval('review_pool_versions') where kind = pool returning version into next;
  if belongs then
    insert into desk_names (user_id) values (account) on conflict do nothing;
    insert into review_pool_members (kind, name, user_id, since)
      select pool, name, account, next from desk_names where user_id = account;
  else
    update review_pool_members set until = next where kind = pool and user_id = account and until is null;
  end if;
end $$;
create function follow_review_pools() returns trigger language plpgsql as $$
begin
  perform change_review_pool('reviewers', new.id, new.is_curator and new.deleted_at is null);
  perform change_review_pool('administrators', new.id, new.role = 'admin' and new.deleted_at is null);
  return null;
end $$;
create trigger review_pools_joined after insert on users
  for each row when (new.is_curator or new.role = 'admin') execute function follow_review_pools();
create trigger review_pools_followed after update of is_curator, role, deleted_at on users
  for each row when ((old.is_curator, old.role, old.deleted_at) is distinct from (new.is_curator, new.role, new.deleted_at))
  execute function follow_review_pools();
select change_review_pool('reviewers', id, true) from users where is_curator and deleted_at is null order by id;
select change_review_pool('administrators', id, true) from users where role = 'admin' and deleted_at is null order by id;

-- The secret of the draws of a day (UTC). Its hash is public from the start, and the seed itself after the day.
create table draw_seeds (
  id uuid primary key,
  day date not null,
  seed bytea not null check (octet_length(seed) = 32),
  made_at timestamptz(3) not null default now(),
  revealed_at timestamptz(3)
);
create unique index draw_seeds_open on draw_seeds (day) where revealed_at is null;
create index draw_seeds_newest on draw_seeds (day desc, id desc);

-- The last submissions of a musician.
create index media_submitted on media (musician_id, first_submitted_at desc) where first_submitted_at is not null;

-- How often a reviewer was drawn for the review, and who had it before its present reviewer.
alter table reviews
  add column draws int not null default 0,
  add column earlier uuid[] not null default '{}';

-- What reviewers chose for their draws.
create table reviewer_settings (
  user_id uuid primary key references users on delete cascade,
  paused boolean not null default false,
  -- Slugs of genres and moods that the reviewer does not want to judge.
  excluded text[] not null default '{}'
);
create table reviewer_absences (
  user_id uuid not null references users on delete cascade,
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  primary key (user_id, first_day)
);
create table reviewer_conflicts (
  user_id uuid not null references users on delete cascade,
  musician_id uuid not null references users on delete cascade,
  reason text not null check (reason in ('band', 'label', 'household', 'other')),
  declared_at timestamptz(3) not null default now(),
  primary key (user_id, musician_id)
);
create index reviewer_conflicts_of_musician on reviewer_conflicts (musician_id);
