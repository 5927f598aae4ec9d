-- Up Migration
-- Where in the product a play was begun, as its browser says; null where it does not.
alter table stat_events add column origin text;

-- Who heard a musician this month, so that everybody is counted once: a hash, forgotten when the month is over. The sum
-- of a day stays in stat_days, under the title `listener`.
create table month_listeners (
  musician_id uuid not null references users on delete cascade,
  month date not null,
  listener bytea not null,
  primary key (musician_id, month, listener)
);
create index month_listeners_over on month_listeners (month);
