-- Up Migration
-- A sign-in at a provider counts as a fresh one for some minutes, so a session says whether it began with one.
alter table sessions add column by_provider boolean not null default false;
alter table pending_sign_ins add column by_provider boolean not null default false;
