-- Up Migration
-- Whether others are asked early for the verdict, because the musician was owed that. The promise is as for others: half of
-- its time could often not be kept either.
alter table reviews add column hastened boolean not null default false;
update reviews set hastened = true where id in (select used_for_review from compensations) and decided_at is null;
