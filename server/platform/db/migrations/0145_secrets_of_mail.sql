-- Up Migration
-- A mailed link that opens an account is known to its receiver alone: what is secret in a mail is kept beside it, so that
-- nobody else is shown it, and until it has left or was cancelled.
alter table outbox add column secret text;
update outbox set secret = substring(text from '/(?:reset|verify)/([A-Za-z0-9_-]{43})')
where kind in ('reset', 'verification') and state in ('queued', 'failed');
update outbox set
  text = regexp_replace(text, '/(reset|verify)/[A-Za-z0-9_-]{43}', '/\1/[the secret part of this link]', 'g'),
  html = regexp_replace(html, '/(reset|verify)/[A-Za-z0-9_-]{43}', '/\1/[the secret part of this link]', 'g')
where kind in ('reset', 'verification') and state in ('sent', 'cancelled');
