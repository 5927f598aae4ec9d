-- Up Migration
-- When somebody was last mailed about comments on a media: once an hour at the most.
create table comment_mails (
  media_id uuid not null references media on delete cascade,
  user_id uuid not null references users on delete cascade,
  mailed_at timestamptz(3) not null default now(),
  primary key (media_id, user_id)
);
create index comment_mails_of_user on comment_mails (user_id);
