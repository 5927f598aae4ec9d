-- Up Migration
-- What the owner of a media that was taken down says against it, once.
alter table report_cases add column counter_notice text check (counter_notice <> ''),
  add column countered_at timestamptz(3),
  add check ((counter_notice is null) = (countered_at is null));

-- When the uploader confirmed to hold the rights; null where the way of uploading did not ask.
alter table resumable_uploads add column rights_confirmed_at timestamptz(3);
alter table uploads add column rights_confirmed_at timestamptz(3);

-- Takedown requests come by a form that anybody may fill in: whoever says to hold the rights needs no account.
alter table reports alter column reporter_id drop not null,
  add column claimant jsonb,
  add check (num_nulls(reporter_id, claimant) = 1);
create unique index reports_of_claimant on reports (case_id, lower(claimant ->> 'email')) where claimant is not null;
