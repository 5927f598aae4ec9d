-- Up Migration
-- PayPal's events and its listing of payments may name one payment differently: the name that the other of the two gave,
-- once it is known. Where both give the same, it stands here as well.
alter table payment_events add column other_ref text;
create unique index payment_events_of_other_name on payment_events (other_ref) where other_ref is not null;
