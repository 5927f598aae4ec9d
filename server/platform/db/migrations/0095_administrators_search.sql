-- Up Migration
-- What administrators look for in the outbox, in the audit log and in the reports. Titles, subjects and addresses are found
-- by any part of them; names of accounts by their beginning, as in the table of users (users_by_name).
create index outbox_by_trigrams on outbox using gin (lower("to") gin_trgm_ops, lower(subject) gin_trgm_ops);

create index audit_log_by_trigrams on audit_log using gin (lower(subject_name) gin_trgm_ops);
create index audit_log_of_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_of_account on audit_log (subject_id) where subject_kind = 'user';

create index report_cases_by_trigrams on report_cases using gin (lower(excerpt ->> 'title') gin_trgm_ops);
create index reports_by_claimant on reports using gin (lower(claimant ->> 'name') gin_trgm_ops) where claimant is not null;
