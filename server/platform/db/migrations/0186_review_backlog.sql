-- Up Migration
-- How much waits for a verdict, and how many verdicts there are in a day. The promise to those who submit now depends on it.
create table review_backlog (
  one boolean primary key default true check (one),
  waiting int not null,
  verdicts_per_day real not null,
  counted_at timestamptz(3) not null default now()
);
insert into review_backlog (waiting, verdicts_per_day) values (0, 0);
