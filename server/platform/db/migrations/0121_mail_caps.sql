-- Up Migration
-- Of how many new browsers an owner was told in a day: nobody who signs in again and again fills a mailbox.
alter table known_devices add column told_at timestamptz(3);
