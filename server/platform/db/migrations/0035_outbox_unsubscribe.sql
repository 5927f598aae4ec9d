-- Up Migration
-- Where mail that its receiver may stop is stopped (List-Unsubscribe), and mail that was stopped before it left.
alter table outbox
  add column unsubscribe_url text,
  drop constraint outbox_state_check,
  add constraint outbox_state_check check (state in ('queued', 'sent', 'failed', 'cancelled'));
