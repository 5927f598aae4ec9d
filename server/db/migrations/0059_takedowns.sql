-- Up Migration
-- What the owner of a media that was taken down says against it, once.
alter table report_cases add column counter_notice text check (counter_notice <> ''),
  add column countered_at timestamptz(3),
  add check ((counter_notice is null) = (countered_at is null));

-- Takedown requests come by a form that anybody may fill in: whoever says to hold the rights needs no account.
alter table reports alter column reporter_id drop not null,
  add column claimant jsonb,
  add check (num_nulls(reporter_id, claimant) = 1);
create unique index reports_of_claimant on reports (case_id, lower(claimant ->> 'email')) where claimant is not null;
