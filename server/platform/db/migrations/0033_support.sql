-- Up Migration
-- Mail that somebody else wrote, such as by the contact form, is answered to them.
alter table outbox add column reply_to text;

-- Captchas of ours that were used: each is good for one message.
create table spent_challenges (
  signature bytea primary key,
  expires_at timestamptz(3) not null
);
create index spent_challenges_ended on spent_challenges (expires_at);
