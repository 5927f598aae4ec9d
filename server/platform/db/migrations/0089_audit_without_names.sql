-- Up Migration
-- Names of accounts that the log kept with reports that were decided and posts that were deleted: they were to go with the
-- accounts. Nothing else of a row changes, and the log is append-only again afterwards.
alter table audit_log disable trigger audit_log_is_append_only;
update audit_log set subject_name = null where subject_kind in ('user', 'message', 'post') and subject_name is not null;
alter table audit_log enable trigger audit_log_is_append_only;
alter table audit_log add constraint audit_log_names_no_account
  check (subject_name is null or subject_kind not in ('user', 'message', 'post'));
