-- Up Migration
-- Plays of everybody in a month, added up as they are counted: visitors are shown them, and nobody sums the daily figures of
-- all musicians while they wait.
create table platform_months (
  -- Its first day.
  month date primary key,
  plays bigint not null
);
insert into platform_months (month, plays)
select date_trunc('month', day::timestamp)::date, sum(n) from stat_days where title = 'play-media' group by 1;
