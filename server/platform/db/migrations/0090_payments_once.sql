-- Up Migration
-- A payment is told by an event, or found by asking when its event was lost: by its own name at the provider it is kept once.
alter table payment_events add column payment_ref text;
create unique index payment_events_of_payment on payment_events (payment_ref) where type = 'PAYMENT.SALE.COMPLETED';
