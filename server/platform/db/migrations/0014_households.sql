-- Up Migration
-- What an address is hashed with for one day: when the row is gone, nobody can tell an address from its hash again.
create table daily_salts (
  day date primary key,
  salt text not null
);

-- The network that a visitor's event came from, as that day's hash; empty for accounts, which count by themselves.
alter table stat_events add column network text not null default '';

-- How often an account, a browser or a network raised a counter on a day, and when it did so last. Losing it at a crash
-- costs no counter: the same day may be counted once more.
create unlogged table tallies (
  who text not null,
  title text not null,
  -- A media or a musician, or `all` for everything together.
  subject text not null,
  day date not null,
  n int not null,
  last_at timestamptz(3) not null,
  primary key (who, title, subject)
);
create index tallies_old on tallies (last_at);

-- Daily sums of genres and moods, which their media may leave again. What was counted before is kept as one sum.
create table category_days (
  category_id uuid not null references categories on delete cascade,
  day date not null,
  n bigint not null,
  primary key (category_id, day)
);
insert into category_days (category_id, day, n) select id, '2000-01-01', play_count from categories where play_count > 0;
