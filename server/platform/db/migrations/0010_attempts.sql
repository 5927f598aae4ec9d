-- Up Migration
-- How many times its owner had this file processed. A job and a worker speak for one attempt; what they say of an
-- earlier one counts no more.
alter table media add column attempt integer not null default 1;
