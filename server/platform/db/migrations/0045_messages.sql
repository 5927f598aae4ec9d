-- Up Migration
-- Private conversations, of two or more. The accounts stay named when they are deleted, as Deleted User.
create table conversations (
  id uuid primary key,
  -- A hash of who takes part: the same people have one conversation.
  member_key bytea not null unique,
  created_at timestamptz(3) not null default now(),
  -- No two messages of a conversation are of the same moment, so that a moment parts them.
  latest_at timestamptz(3)
);

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  from_id uuid not null references users,
  body text not null check (length(body) <= 4000),
  shares_media boolean not null default false,
  media_id uuid references media on delete set null,
  zone_id uuid references users,
  -- Whoever blocked the sender by then: they are shown nothing of it, and the sender is not told.
  hidden_from uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  check (body <> '' or shares_media or zone_id is not null),
  unique (conversation_id, created_at)
);
create index messages_of_sender on messages (from_id, created_at);
create index messages_of_media on messages (media_id) where media_id is not null;
create index messages_of_zone on messages (zone_id) where zone_id is not null;

-- A conversation as each of those who take part has it. What lists ask for stands here, so that they are one read.
create table conversation_members (
  conversation_id uuid not null references conversations on delete cascade,
  user_id uuid not null references users,
  has_read boolean not null default true,
  archived boolean not null default false,
  is_request boolean not null default false,
  -- A mail said that there is something unread; the next one comes when it was read meanwhile.
  is_mailed boolean not null default false,
  -- The last message that this one is shown, and when: null as long as there is none, which keeps it out of the list.
  latest_id uuid references messages on delete set null,
  latest_at timestamptz(3),
  primary key (conversation_id, user_id)
);
create index conversation_members_newest on conversation_members (user_id, archived, latest_at desc, conversation_id desc)
  where latest_at is not null;
create index conversation_members_unread on conversation_members (user_id) where not has_read and not archived;
create index conversation_members_latest on conversation_members (latest_id);

create table blocks (
  user_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, blocked_id),
  check (user_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);
