-- Up Migration
-- How the last try of the attempt in work failed, when that may have been the file's fault: what fails twice in the same
-- way would fail the same way again.
alter table media add column last_failure text;
