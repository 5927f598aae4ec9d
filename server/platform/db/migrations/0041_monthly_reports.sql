-- Up Migration
-- The last month of which an account was told its numbers: a month is told once, whatever becomes of the mail.
create table monthly_reports (
  user_id uuid primary key references users on delete cascade,
  month date not null
);

-- Pictures that a mail shows (PNG), by the name under which its HTML does. They go when it has left.
create table outbox_pictures (
  mail_id uuid not null references outbox on delete cascade,
  name text not null,
  content bytea not null,
  primary key (mail_id, name)
);
