-- Up Migration
-- What people say of a media, and one level of replies. It stays when its author's account is deleted.
create table comments (
  id uuid primary key,
  media_id uuid not null references media on delete cascade,
  author_id uuid not null references users on delete cascade,
  parent_id uuid,
  body text not null check (length(body) between 1 and 2000),
  -- Seconds into the media.
  moment double precision check (moment between 0 and 86400),
  created_at timestamptz(3) not null default now(),
  is_thread boolean not null generated always as (parent_id is null) stored,
  parent_is_thread boolean generated always as (case when parent_id is not null then true end) stored,
  check (parent_id is null or moment is null),
  unique (media_id, id, is_thread),
  -- A reply belongs to a comment, never to a reply, and to the same media.
  constraint comments_parent foreign key (parent_id, media_id, parent_is_thread)
    references comments (id, media_id, is_thread) on delete cascade
);
create index comments_newest on comments (media_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_of_author on comments (author_id, created_at);

-- Who found which comment wrong, for administrators.
create table comment_flags (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (comment_id, user_id)
);
create index comment_flags_of_user on comment_flags (user_id);

-- A media's count of comments and replies follows them. The statement is over by then: what else it locked comes first,
-- and the public version, which the change of the media takes, last.
create function comments_counted() returns trigger language plpgsql as $$
begin
  update media m set comment_count = m.comment_count + come.n
  from (select media_id, count(*)::int as n from new_rows group by media_id) come
  where m.id = come.media_id;
  return null;
end $$;
create function comments_uncounted() returns trigger language plpgsql as $$
begin
  update media m set comment_count = m.comment_count - gone.n
  from (select media_id, count(*)::int as n from old_rows group by media_id) gone
  where m.id = gone.media_id;
  return null;
end $$;
create trigger comments_counted after insert on comments
  referencing new table as new_rows for each statement execute function comments_counted();
create trigger comments_uncounted after delete on comments
  referencing old table as old_rows for each statement execute function comments_uncounted();
