-- Up Migration
-- A sign-in at a provider counts as fresh for some minutes, so sessions store whether they began with one.
alter table sessions add column by_provider boolean not null default false;
alter table pending_sign_ins add column by_provider boolean not null default false;
